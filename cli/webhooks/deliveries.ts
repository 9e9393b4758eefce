import { acrossCompanies } from '../../config/orm.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import type { DeliveryStatus } from '../../domain/webhooks/event-types.ts';
import type { Session } from '../session.ts';

export type DeliveryQuery = { status?: DeliveryStatus | undefined; limit: number };

/** The newest deliveries of an endpoint, each with the type of its event. */
export async function deliveriesOf(session: Session, endpoint: WebhookEndpoint, { status, limit }: DeliveryQuery) {
  const em = acrossCompanies(await session.orm());
  const wanted = { endpoint: endpoint.id, ...(status === undefined ? {} : { status }) };
  const found = await em.find(WebhookDelivery, wanted, { orderBy: { createdAt: 'desc', id: 'desc' }, limit });
  const events = await em.find(Event, { id: { $in: found.map(({ event }) => event) } }, { fields: ['type'] });
  const types = new Map(events.map(({ id, type }) => [id, type]));
  return found.map(({ id, event, status, attempts, nextAttemptAt, ...answer }) => {
    const { responseStatus, responseBody, errorMessage, deliveredAt, createdAt } = answer;
    const identity = { id, eventId: event, eventType: types.get(event) ?? null };
    const last = { responseStatus, responseBody, errorMessage, deliveredAt };
    return { ...identity, status, attempts, nextAttemptAt, ...last, createdAt };
  });
}
export type DeliverySummary = Awaited<ReturnType<typeof deliveriesOf>>[number];
