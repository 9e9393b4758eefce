import type { EntityManager } from '../../config/orm.ts';
import { envelopeOf } from '../../domain/webhooks/envelope.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import {
  type DeliveriesPage,
  listDeliveries,
  type ListedDelivery,
  type OwnedDeliveries,
} from './deliveries-of-owner.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';

/** A delivery with the document of its event, and the body that its receiver gets. */
export type SentEvent = ListedDelivery & { document: string | null; body: Record<string, unknown> };

/** The deliveries to a company's own endpoints, the newest first, each with its body. @param after as in `listDeliveries` */
export async function eventsSent(
  em: EntityManager,
  company: string,
  asked: OwnedDeliveries,
  from: { limit: number; after?: string | undefined },
): Promise<{ events: SentEvent[]; next: DeliveriesPage['next'] }> {
  const { deliveries, next } = await listDeliveries(em, { company }, asked, from);
  const ids = deliveries.map(({ id }) => id);
  const kept = await em.find(WebhookDelivery, { id: { $in: ids } }, { fields: ['event'] });
  const eventOf = new Map(kept.map(({ id, event }) => [id, event]));
  const events = new Map(
    (await em.find(Event, { id: { $in: [...eventOf.values()] } })).map((event) => [event.id, event]),
  );
  return {
    events: deliveries.flatMap((delivery) => {
      const event = events.get(eventOf.get(delivery.id) ?? '');
      if (!event) return [];
      const { id: eventId, type: eventType, createdAt: eventCreatedAt, data, document } = event;
      const body = envelopeOf({ eventId, eventType, eventCreatedAt, companyId: company, data }, null);
      return [{ ...delivery, document: document ?? null, body }];
    }),
    next,
  };
}
