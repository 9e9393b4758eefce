import type { EntityManager } from '../../config/orm.ts';

/** SQL for the label of who owns the endpoint `e`, which its actor is found by: the company's tax id, or `office/` and that of the office. */
export const ownerLabel = `coalesce(
  (select tax_id from company where id = e.company_id),
  (select 'office/' || tax_id from office where id = e.office_id)
)`;

/** The label of the owner of one endpoint; empty where the endpoint is gone. */
export async function labelOfOwner(em: EntityManager, endpointId: string): Promise<string> {
  const [row] = await em.execute<{ label: string }[]>(
    `select ${ownerLabel} as label from webhook_endpoint e where e.id = ?`,
    [endpointId],
  );
  return row?.label ?? '';
}
