import type { EntityManager } from '../../config/orm.ts';
import { type MasterKey, type SealedBox, sealOwner, unseal } from '../../domain/seal.ts';

/** Where deliveries go, and what signs them; `officeId` where an office receives them. */
export type Receiver = { url: string; secret: string; officeId: string | null };

type Row = { owner_id: string; office_id: string | null; url: string; sealed_secret: SealedBox };

/** The receiver as it is now; null where the endpoint is inactive or gone, or its office suspended. */
export async function receiverOf(
  em: EntityManager,
  masterKey: MasterKey,
  endpointId: string,
): Promise<Receiver | null> {
  const [row] = await em.execute<Row[]>(
    `select coalesce(e.company_id, e.office_id) as owner_id, e.office_id, e.url, e.sealed_secret
     from webhook_endpoint e left join office o on o.id = e.office_id
     where e.id = ? and e.is_active and o.suspended_at is null`,
    [endpointId],
  );
  if (!row) return null;
  const owner = sealOwner.webhookSecret(row.owner_id, endpointId);
  return { url: row.url, secret: unseal(masterKey, owner, row.sealed_secret), officeId: row.office_id };
}

/** Clears the mark of the last signal before looking for work: any commit after this signals again. */
export async function clearWokenAt(em: EntityManager, endpointId: string): Promise<void> {
  await em.execute(`update webhook_endpoint set woken_at = null where id = ? and woken_at is not null`, [endpointId]);
}
