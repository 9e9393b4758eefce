import type { EntityManager } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import type { DeliveryStatus, KeptEventName } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { anotherRound } from '../../domain/webhooks/retry.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import type { Transact } from '../transactions.ts';
import { findActiveEndpoint, findEndpoint, recordEndpoint } from './endpoints.ts';

/** A delivery, and the type of its event. */
export type TypedDelivery = { delivery: WebhookDelivery; eventType: KeptEventName };

/** Deliveries to one endpoint, of one status where it is given. */
export type DeliveryQuery = { endpoint: string; status?: DeliveryStatus | undefined };

/** The newest deliveries that match, each with the type of its event. */
export async function newestDeliveries(
  em: EntityManager,
  { endpoint, status }: DeliveryQuery,
  limit: number,
): Promise<TypedDelivery[]> {
  const where = status === undefined ? { endpoint } : { endpoint, status };
  const deliveries = await em.find(WebhookDelivery, where, { orderBy: { createdAt: 'desc', id: 'desc' }, limit });
  const ids = deliveries.map(({ event }) => event);
  const events = await em.find(Event, { id: { $in: ids } }, { fields: ['type'] });
  const types = new Map(events.map(({ id, type }) => [id, type]));
  return deliveries.flatMap((delivery) => {
    const eventType = types.get(delivery.event);
    return eventType ? [{ delivery, eventType }] : [];
  });
}

/** The ids of a delivery and of its endpoint. */
export type DeliveryPlace = { endpointId: string; deliveryId: string };

/** How many attempts are shown, the newest ones; redeliveries can go on without end. */
const attemptsShown = 200;

/**
 * A delivery with its last attempts, the oldest of them first.
 *
 * @throws NotFound for the endpoint as for the delivery
 */
export async function findDeliveryInFull(
  em: EntityManager,
  { endpointId, deliveryId }: DeliveryPlace,
): Promise<TypedDelivery & { attempts: WebhookAttempt[] }> {
  const { id: endpoint } = await findEndpoint(em, endpointId);
  const delivery = await findOrRefuse('delivery', deliveryId, (id) => em.findOne(WebhookDelivery, { id, endpoint }));
  const newestFirst = { orderBy: { number: 'desc' }, limit: attemptsShown } as const;
  const event = await em.findOneOrFail(Event, { id: delivery.event }, { fields: ['type'] });
  const attempts = await em.find(WebhookAttempt, { delivery: delivery.id }, newestFirst);
  return { delivery, eventType: event.type, attempts: attempts.reverse() };
}

/**
 * Starts another round of attempts of a delivery, whatever its status.
 *
 * @throws NotFound for the endpoint as for the delivery
 * @throws DomainError `endpoint_inactive`
 */
export function redeliver(transact: Transact, actor: Actor, { endpointId, deliveryId }: DeliveryPlace): Promise<void> {
  return transact(async (em) => {
    const found = await findActiveEndpoint(em, endpointId);
    const { id: endpoint } = found;
    await findOrRefuse('delivery', deliveryId, async (id) => {
      const count = await em.nativeUpdate(WebhookDelivery, { id, endpoint }, anotherRound(new Date()));
      return count > 0 ? id : null;
    });
    recordEndpoint(em, actor, 'WEBHOOK_REDELIVERY_REQUESTED', found, { delivery: deliveryId });
  });
}
