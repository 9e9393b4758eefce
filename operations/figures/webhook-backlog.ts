import type { EntityManager } from '../../config/orm.ts';

/** What is to be delivered to active endpoints, and how these stand. */
export type WebhookBacklog = {
  /** Deliveries to endpoints whose last round went well, and to those in trouble. */
  pending: number;
  pendingInTrouble: number;
  /** For how long the longest overdue attempt at an endpoint has not been made; 0 where none is overdue. */
  overdueSeconds: number;
  endpointsInTrouble: number;
  /** Switched off after failures. */
  endpointsDisabled: number;
};

/** The backlog of webhooks, of all companies and offices. */
export async function readWebhookBacklog(em: EntityManager): Promise<WebhookBacklog> {
  const [row] = await em.execute<WebhookBacklog[]>(
    `select coalesce(sum(pending) filter (where not is_in_trouble), 0)::int as "pending",
       coalesce(sum(pending) filter (where is_in_trouble), 0)::int as "pendingInTrouble",
       greatest(0, extract(epoch from now() - min(due)))::float8 as "overdueSeconds",
       count(*) filter (where is_in_trouble)::int as "endpointsInTrouble",
       (select count(*) from webhook_endpoint where not is_active and disabled_at is not null)::int as "endpointsDisabled"
     from (
       select e.consecutive_failures > 0 as is_in_trouble, d.pending, d.due
       from webhook_endpoint e
         left join office o on o.id = e.office_id
         cross join lateral (
           select count(*) as pending, min(next_attempt_at) as due from webhook_delivery
           where endpoint_id = e.id and next_attempt_at is not null
         ) d
       where e.is_active and o.suspended_at is null
     ) as standing`,
  );
  if (!row) throw new TypeError('an aggregate gave no row');
  return row;
}
