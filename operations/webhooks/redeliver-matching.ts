import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { anotherRound } from '../../domain/webhooks/retry.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import { againAfterDeadlock } from './deliveries.ts';
import { meantBy, type OwnedDeliveries } from './deliveries-of-owner.ts';
import { recordEndpoint } from './endpoints.ts';

/** How many are delivered again by one request: a receiver that is back must not be flooded, nor a transaction last for minutes. */
export const redeliveredAtMost = 1_000;
const batchSize = 200;

/** Failed deliveries that match. */
export type Redeliverable = {
  /** Those that would be delivered again, `redeliveredAtMost` at the most. */
  count: number;
  /** Whether more match than that. */
  isMore: boolean;
  /** Those of inactive endpoints, to which nothing is delivered; counted up to the same bound. */
  paused: number;
};

/** How many failed deliveries match, of which a person is told before they are delivered again. */
export async function countRedeliverable(
  em: EntityManager,
  company: Pick<ActingCompany, 'id'>,
  asked: OwnedDeliveries,
): Promise<Redeliverable> {
  const [found, paused] = [
    await failed(em, company, asked, { isActive: true, limit: redeliveredAtMost + 1 }),
    await failed(em, company, asked, { isActive: false, limit: redeliveredAtMost }),
  ];
  const count = Math.min(found.length, redeliveredAtMost);
  return { count, isMore: found.length > redeliveredAtMost, paused: paused.length };
}

/**
 * Starts another round of the failed deliveries that match, the oldest first, in transactions of a few hundred. What has been delivered meanwhile
 * is left alone.
 *
 * @param confirmed how many a person was told of: no more than so many are delivered again
 * @returns how many, and the endpoints whose actors are to be woken
 * @throws DomainError `invalid_state` where more match by now than she was told of, and nothing is done
 */
export async function redeliverMatching(
  orm: Orm,
  company: ActingCompany,
  asked: OwnedDeliveries,
  confirmed: number,
): Promise<{ count: number; endpoints: string[] }> {
  const bound = Math.min(confirmed, redeliveredAtMost);
  const found = await inCompany(orm, company.id, (em) =>
    failed(em, company, asked, { isActive: true, limit: bound + 1 }),
  );
  if (found.length > bound && bound < redeliveredAtMost) throw moreByNow();
  const byEndpoint = Map.groupBy(found.slice(0, bound), ({ endpoint }) => endpoint);
  let count = 0;
  const endpoints: string[] = [];
  for (const [endpoint, rows] of byEndpoint) {
    let ofEndpoint = 0;
    for (let first = 0; first < rows.length; first += batchSize) {
      const ids = rows.slice(first, first + batchSize).map(({ id }) => id);
      ofEndpoint += await againAfterDeadlock(() => redeliverBatch(orm, company, endpoint, ids));
    }
    count += ofEndpoint;
    if (ofEndpoint > 0) endpoints.push(endpoint);
  }
  return { count, endpoints };
}

function redeliverBatch(orm: Orm, { id: companyId, actor }: ActingCompany, endpointId: string, ids: string[]) {
  return inCompany(orm, companyId, async (em) => {
    const endpoint = await em.findOne(WebhookEndpoint, { id: endpointId, isActive: true });
    if (!endpoint) return 0;
    const where = { id: { $in: ids }, endpoint: endpointId, status: 'FAILED' } as const;
    const count = await em.nativeUpdate(WebhookDelivery, where, anotherRound(new Date()));
    if (count > 0) {
      recordEndpoint(em, actor, 'WEBHOOK_REDELIVERY_REQUESTED', endpoint, { delivery: null, count });
    }
    return count;
  });
}

/** The oldest of those that failed and match, whatever outcome the filter says besides. */
function failed(
  em: EntityManager,
  company: Pick<ActingCompany, 'id'>,
  asked: OwnedDeliveries,
  { isActive, limit }: { isActive: boolean; limit: number },
): Promise<{ id: string; endpoint: string }[]> {
  const { where, values } = meantBy(company.id, asked);
  return em.execute<{ id: string; endpoint: string }[]>(
    `select d.id, d.endpoint_id as endpoint
     from webhook_delivery d join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id
     where ${where} and d.status = 'FAILED' and w.is_active = ?
     order by d.created_at, d.id limit ?`,
    [...values, isActive, limit],
  );
}

function moreByNow(): DomainError {
  const message =
    'Desde que você contou, outras entregas falharam, e nada foi reenviado ainda. Confira o número e confirme.';
  return new DomainError('invalid_state', message);
}
