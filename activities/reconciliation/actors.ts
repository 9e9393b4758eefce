import type { EntityManager } from '../../config/orm.ts';
import type { OfficeClosingsInput } from '../../domain/conversation/actors.ts';
import { addMissingRows, type DistributionOf, overdue } from '../../operations/distribution/rows.ts';
import { graceSeconds } from '../../operations/waits/run-looks.ts';
import { ownerLabel } from '../../operations/webhooks/owner-label.ts';
import type { EndpointStart } from '../../temporal/start.ts';
import type { Parts } from '../parts.ts';

/**
 * How many actors of a kind one round wakes: after Temporal has lost its data, all distributions that come due within a minute are to be woken
 * within it. In random order, so that those that stay overdue, as with a mail server or a store that is away, keep none of the others back.
 */
const atMost = 5_000;
/** A closing that is under way writes something down at least so often, unless it waits. */
const closingQuietMinutes = 2;

/** Endpoints whose deliveries are overdue, whatever their status: a FAILED one has further attempts, too. */
export function dueEndpoints(em: EntityManager): Promise<EndpointStart[]> {
  return em.execute<EndpointStart[]>(
    `select e.id as "endpointId", ${ownerLabel} as "ownerLabel" from webhook_endpoint e
     where e.is_active
       and not exists (select 1 from office o where o.id = e.office_id and o.suspended_at is not null)
       and exists (select 1 from webhook_delivery d
       where d.endpoint_id = e.id and d.next_attempt_at < now() - make_interval(secs => ?))
     order by random() limit ?`,
    [graceSeconds * 2, atMost],
  );
}

/** Offices of which no closing moves, although some are asked for or under way. */
export function officesWithClosings(em: EntityManager): Promise<OfficeClosingsInput[]> {
  return em.execute<OfficeClosingsInput[]>(
    `select o.id as "officeId", o.tax_id as "officeTaxId" from office o
     where exists (
         select from closing c
         where c.office_id = o.id and c.status in ('PENDING', 'RUNNING') and c.updated_at < now() - make_interval(secs => ?)
       )
       and not exists (
         select from closing c
         where c.office_id = o.id and c.status = 'RUNNING' and c.updated_at > now() - make_interval(mins => ?)
       )
     order by random() limit ?`,
    [graceSeconds, closingQuietMinutes, atMost],
  );
}

/** Makes the rows that are missing, and finds those whose actor has not come. */
export async function dueDistributions(em: EntityManager, parts: Parts): Promise<DistributionOf[]> {
  const now = parts.now();
  await addMissingRows(em, { now, waitSeconds: parts.distributionWaitSeconds });
  return overdue(em, { before: new Date(now.getTime() - graceSeconds * 2_000), atMost });
}
