import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { officeSubscriptions, subscriptions } from '../../domain/webhooks/event-types.ts';
import { usualDueDays } from '../../domain/webhooks/supplier-filters.ts';
import type { Schema } from '../schema.ts';

/** A company's endpoint, without its secret. */
export function webhookView(endpoint: WebhookEndpoint): Schema<'Webhook'> {
  const events = subscriptions.filter((name) => endpoint.events.includes(name));
  const { filters, dueDaysBefore } = endpoint;
  return { ...common(endpoint), events, filters: filters ?? null, dueDaysBefore: dueDaysBefore ?? [...usualDueDays] };
}

/** An office's endpoint, without its secret. */
export function officeWebhookView(endpoint: WebhookEndpoint): Schema<'OfficeWebhook'> {
  const events = officeSubscriptions.filter((name) => endpoint.events.includes(name));
  return { ...common(endpoint), events };
}

function common(endpoint: WebhookEndpoint): Omit<Schema<'Webhook'>, 'events' | 'filters' | 'dueDaysBefore'> {
  const { id, url, description, isActive, disabledReason, disabledAt, consecutiveFailures } = endpoint;
  return {
    id,
    url,
    description: description ?? null,
    isActive,
    disabledReason: disabledReason ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    consecutiveFailures,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
