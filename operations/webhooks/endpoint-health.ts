import type { EntityManager } from '../../config/orm.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { findEndpoint, findEndpoints } from './endpoints.ts';

/** How well an endpoint is served. */
export type EndpointHealth = {
  /** When the last delivery that is still kept arrived; null where none did. */
  lastSuccessAt: Date | null;
  /** How many deliveries have another attempt ahead; below, when the first of these is due. */
  waiting: number;
  nextAttemptAt: Date | null;
  /** How many deliveries have failed and not arrived since. */
  failed: number;
};

export type EndpointWithHealth = { endpoint: WebhookEndpoint; health: EndpointHealth };

/** All endpoints of the company of `em`'s transaction, the oldest first. */
export async function endpointsWithHealth(em: EntityManager): Promise<EndpointWithHealth[]> {
  return withHealth(em, await findEndpoints(em));
}

/** An endpoint by its id, with its health. @throws NotFound */
export async function endpointWithHealth(em: EntityManager, id: string): Promise<EndpointWithHealth> {
  const [found] = await withHealth(em, [await findEndpoint(em, id)]);
  if (!found) throw new TypeError('an endpoint has its health');
  return found;
}

type Row = {
  id: string;
  lastSuccessAt: Date | string | null;
  waiting: number;
  nextAttemptAt: Date | string | null;
  failed: number;
};

async function withHealth(em: EntityManager, endpoints: WebhookEndpoint[]): Promise<EndpointWithHealth[]> {
  if (endpoints.length === 0) return [];
  const rows = await em.execute<Row[]>(
    `select e.id, w.waiting, w.next_attempt_at as "nextAttemptAt",
       (select delivered_at from webhook_delivery where endpoint_id = e.id and status = 'SUCCEEDED'
        order by created_at desc, id desc limit 1) as "lastSuccessAt",
       (select count(*)::int from webhook_delivery where endpoint_id = e.id and status = 'FAILED') as failed
     from webhook_endpoint e cross join lateral (
       select count(*)::int as waiting, min(next_attempt_at) as next_attempt_at
       from webhook_delivery where endpoint_id = e.id and next_attempt_at is not null
     ) w
     where e.id in (?)`,
    [endpoints.map(({ id }) => id)],
  );
  const of = new Map(rows.map((row) => [row.id, row]));
  return endpoints.map((endpoint) => {
    const row = of.get(endpoint.id);
    return {
      endpoint,
      health: {
        lastSuccessAt: dateOf(row?.lastSuccessAt),
        waiting: row?.waiting ?? 0,
        nextAttemptAt: dateOf(row?.nextAttemptAt),
        failed: row?.failed ?? 0,
      },
    };
  });
}

const dateOf = (at: Date | string | null | undefined): Date | null => (at ? new Date(at) : null);
