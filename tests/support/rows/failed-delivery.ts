import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/** Writes a delivery of a company's event whose attempts were all answered 500, to an endpoint of that company or of an office. */
export async function failedDelivery(
  orm: Orm,
  { company, office }: { company: { id: string }; office?: { id: string } },
  endpointId: string,
): Promise<string> {
  const [id, event] = [uuid(), newEventId()];
  const em = acrossCompanies(orm);
  await em.execute(`insert into event (id, company_id, type, data, created_at) values (?, ?, ?, '{}', now())`, [
    event,
    company.id,
    'DOCUMENT_AUTHORIZED',
  ]);
  await em.execute(
    `insert into webhook_delivery (id, company_id, office_id, endpoint_id, event_id, status, attempts, round_attempts, response_status, created_at)
     values (?, ?, ?, ?, ?, 'FAILED', 5, 5, 500, now())`,
    [id, company.id, office?.id ?? null, endpointId, event],
  );
  return id;
}
