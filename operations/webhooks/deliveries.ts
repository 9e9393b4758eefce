import type { EntityManager } from '../../config/orm.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import type { DeliveryStatus, EventName } from '../../domain/webhooks/event-types.ts';

/** A delivery and what its event is. */
export type TypedDelivery = { delivery: WebhookDelivery; eventType: EventName };

/** Deliveries to one endpoint, of one status where it is said. */
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
