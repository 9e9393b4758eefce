import { newestDeliveries } from '../../operations/webhooks/deliveries.ts';
import { acrossCompanies } from '../../config/orm.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { DeliveryStatus } from '../../domain/webhooks/event-types.ts';
import type { Session } from '../session.ts';

export type Listing = { status?: DeliveryStatus | undefined; limit: number };

/** The newest deliveries of an endpoint, each with the type of its event. */
export async function deliveriesOf(session: Session, endpoint: WebhookEndpoint, { status, limit }: Listing) {
  const em = acrossCompanies(await session.orm());
  return (await newestDeliveries(em, { endpoint: endpoint.id, status }, limit)).map(({ delivery, eventType }) => {
    const { id, event, status, attempts, nextAttemptAt, ...answer } = delivery;
    const { responseStatus, responseBody, errorMessage, deliveredAt, createdAt } = answer;
    const identity = { id, eventId: event, eventType };
    const last = { responseStatus, responseBody, errorMessage, deliveredAt };
    return { ...identity, status, attempts, nextAttemptAt, ...last, createdAt };
  });
}
export type DeliverySummary = Awaited<ReturnType<typeof deliveriesOf>>[number];
