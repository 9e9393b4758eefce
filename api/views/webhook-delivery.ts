import type { WebhookAttempt } from '../../domain/webhooks/attempt.entity.ts';
import type { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import type { KeptEventName } from '../../domain/webhooks/event-types.ts';
import type { Schema } from '../operations.ts';

/** A delivery with the outcome of its last attempt. */
export function deliveryView(delivery: WebhookDelivery, eventType: KeptEventName): Schema<'WebhookDelivery'> {
  const { id, event: eventId, status, attempts, responseStatus, responseBody, errorMessage } = delivery;
  return {
    id,
    eventType,
    eventId,
    status,
    attempts,
    responseStatus: responseStatus ?? null,
    responseBody: responseBody ?? null,
    errorMessage: errorMessage ?? null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

/** The same with the time of the next attempt, and each attempt in the order they were made. */
export function deliveryDetailView(
  delivery: WebhookDelivery,
  eventType: KeptEventName,
  attempts: WebhookAttempt[],
): Schema<'WebhookDeliveryDetail'> {
  return {
    ...deliveryView(delivery, eventType),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    attemptLog: attempts.map(attemptView),
  };
}

function attemptView(attempt: WebhookAttempt): Schema<'WebhookAttempt'> {
  const { number, startedAt, durationMs, responseStatus, responseBody, errorMessage } = attempt;
  return {
    number,
    startedAt: startedAt.toISOString(),
    durationMs,
    responseStatus: responseStatus ?? null,
    responseBody: responseBody ?? null,
    errorMessage: errorMessage ?? null,
  };
}
