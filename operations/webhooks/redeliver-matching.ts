import type { EntityManager } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { anotherRound } from '../../domain/webhooks/retry.ts';
import type { Transact } from '../transactions.ts';
import { type DeliveryOwner, deliveryCondition, type OwnedDeliveries } from './deliveries-of-owner.ts';
import { recordEndpoint } from './endpoints.ts';

/** How many deliveries one request repeats: a receiver that is back must not be flooded, and a transaction must not last for minutes. */
export const redeliveredAtMost = 1_000;
const batchSize = 200;

/** How many failed deliveries match. */
export type Redeliverable = {
  /** Those that would be delivered again, at most `redeliveredAtMost`. */
  count: number;
  /** Whether more match than that. */
  isMore: boolean;
  /** Those of inactive endpoints, to which nothing is delivered; counted up to the same limit. */
  paused: number;
};

/** Counts the failed deliveries that match; a person is shown the number before they are delivered again. */
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

/**
 * The actor, and the transactions: `read` finds what matches, `write` changes rows of one owner. They are transactions that start again after a
 * deadlock, or parts of one.
 */
export type Redelivering = { actor: Actor; read: Transact; write: (owner: DeliveryOwner) => Transact };

/** The deliveries to repeat, and whether more match than the limit. */
export type Redeliverables = { deliveries: FailedWebhookDelivery[]; isMore: boolean };

/**
 * The failed deliveries that match, the oldest first, at most `confirmed` and `redeliveredAtMost`.
 *
 * @throws DomainError `invalid_state` where more match by now than were confirmed
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
 * Starts another round of attempts for the failed deliveries that match, the oldest first, some hundreds at a time. What was delivered meanwhile is
 * left alone.
 *
 * @param confirmed the number that a person was shown; at most so many are delivered again
 * @returns how many, and the endpoints whose actors have to be woken
 * @throws DomainError `invalid_state` where more match by now than were confirmed; then nothing is done
 */
export async function redeliverMatching(
  by: Redelivering,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  confirmed: number,
): Promise<{ count: number; endpoints: string[] }> {
  return redeliverFound(by, await findRedeliverable(by.read, whose, asked, confirmed));
}

/** As `redeliverMatching`, for deliveries that were found before: what was delivered since then is left alone. */
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

/**
 * Starts another round for deliveries of one endpoint. An office's endpoint is told of several companies; all of its deliveries belong to the
 * office.
 */
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

/** A failed delivery, and its owner. */
export type FailedWebhookDelivery = { id: string; endpoint: string; company: string; office: string | null };

/** The oldest failed deliveries that match the filter. */
function failed(
  em: EntityManager,
  whose: DeliveryOwner | null,
  asked: OwnedDeliveries,
  { isActive, limit }: { isActive: boolean; limit: number },
): Promise<FailedWebhookDelivery[]> {
  const { where, values } = deliveryCondition(whose, asked);
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
