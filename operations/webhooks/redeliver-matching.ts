import type { EntityManager } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { anotherRound } from '../../domain/webhooks/retry.ts';
import type { Transact } from '../transactions.ts';
import { type DeliveryOwner, meantBy, type OwnedDeliveries } from './deliveries-of-owner.ts';
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
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
): Promise<Redeliverable> {
  const [found, paused] = [
    await failed(em, whose, asked, { isActive: true, limit: redeliveredAtMost + 1 }),
    await failed(em, whose, asked, { isActive: false, limit: redeliveredAtMost }),
  ];
  const count = Math.min(found.length, redeliveredAtMost);
  return { count, isMore: found.length > redeliveredAtMost, paused: paused.length };
}

/** Who delivers again, how she reads what matches, and how she writes what is an owner's: in transactions that begin again after a deadlock, or in one. */
export type Redelivering = { actor: Actor; read: Transact; write: (owner: DeliveryOwner) => Transact };

/** What is delivered again, and whether more match than so many. */
export type Redeliverables = { deliveries: FailedWebhookDelivery[]; isMore: boolean };

/**
 * The failed deliveries that match, the oldest first, no more than a person was told of and `redeliveredAtMost`.
 *
 * @throws DomainError `invalid_state` where more match by now than she was told of
 */
export async function findRedeliverable(
  read: Transact,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  confirmed: number,
): Promise<Redeliverables> {
  const bound = Math.min(confirmed, redeliveredAtMost);
  const found = await read((em) => failed(em, whose, asked, { isActive: true, limit: bound + 1 }));
  const isMore = found.length > bound;
  if (isMore && bound < redeliveredAtMost) throw moreByNow();
  return { deliveries: found.slice(0, bound), isMore };
}

/**
 * Starts another round of the failed deliveries that match, the oldest first, a few hundred at a time. What has been delivered meanwhile
 * is left alone.
 *
 * @param confirmed how many a person was told of: no more than so many are delivered again
 * @returns how many, and the endpoints whose actors are to be woken
 * @throws DomainError `invalid_state` where more match by now than she was told of, and nothing is done
 */
export async function redeliverMatching(
  by: Redelivering,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  confirmed: number,
): Promise<{ count: number; endpoints: string[] }> {
  return redeliverFound(by, await findRedeliverable(by.read, whose, asked, confirmed));
}

/** The same of what was found before: what has been delivered since then is left alone. */
export async function redeliverFound(
  by: Omit<Redelivering, 'read'>,
  { deliveries }: Pick<Redeliverables, 'deliveries'>,
): Promise<{ count: number; endpoints: string[] }> {
  const byEndpoint = Map.groupBy(deliveries, ({ endpoint }) => endpoint);
  let count = 0;
  const endpoints: string[] = [];
  for (const [endpoint, rows] of byEndpoint) {
    let ofEndpoint = 0;
    for (let first = 0; first < rows.length; first += batchSize) {
      const batch = rows.slice(first, first + batchSize);
      ofEndpoint += await redeliverBatch(by, endpoint, batch);
    }
    count += ofEndpoint;
    if (ofEndpoint > 0) endpoints.push(endpoint);
  }
  return { count, endpoints };
}

/** An endpoint of an office is told of several companies: all of its deliveries are the office's. */
async function redeliverBatch(
  { actor, write }: Omit<Redelivering, 'read'>,
  endpointId: string,
  batch: FailedWebhookDelivery[],
): Promise<number> {
  const [first] = batch;
  if (!first) return 0;
  const owner = first.office === null ? { company: first.company } : { office: first.office };
  return write(owner)(async (em) => {
    const endpoint = await em.findOne(WebhookEndpoint, { id: endpointId, isActive: true });
    if (!endpoint) return 0;
    const where = { id: { $in: batch.map(({ id }) => id) }, endpoint: endpointId, status: 'FAILED' } as const;
    const count = await em.nativeUpdate(WebhookDelivery, where, anotherRound(new Date()));
    if (count > 0) {
      recordEndpoint(em, actor, 'WEBHOOK_REDELIVERY_REQUESTED', endpoint, { delivery: null, count });
    }
    return count;
  });
}

/** A delivery that failed, and whose it is. */
export type FailedWebhookDelivery = { id: string; endpoint: string; company: string; office: string | null };

/** The oldest of those that failed and match, whatever outcome the filter says besides. */
function failed(
  em: EntityManager,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  { isActive, limit }: { isActive: boolean; limit: number },
): Promise<FailedWebhookDelivery[]> {
  const { where, values } = meantBy(whose, asked);
  return em.execute<FailedWebhookDelivery[]>(
    `select d.id, d.endpoint_id as endpoint, d.company_id as company, d.office_id as office
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
