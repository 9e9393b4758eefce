import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { subscriptions } from '../../domain/webhooks/event-types.ts';
import type { Schema } from '../operations.ts';

/** An endpoint, without its secret. */
export function webhookView(endpoint: WebhookEndpoint): Schema<'Webhook'> {
  const { id, url, description, events, isActive, disabledReason, disabledAt, consecutiveFailures } = endpoint;
  return {
    id,
    url,
    description: description ?? null,
    events: subscriptions.filter((name) => events.includes(name)),
    isActive,
    disabledReason: disabledReason ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    consecutiveFailures,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
