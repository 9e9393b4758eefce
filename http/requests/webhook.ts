import type { Subscription } from '../../domain/webhooks/event-types.ts';
import { keptDueDays, keptFilters } from '../../domain/webhooks/supplier-filters.ts';
import type { ContractOperation } from '../../openapi/read-contract.ts';
import type { EndpointChanges } from '../../operations/webhooks/change-endpoint.ts';
import { checkedUrl, type WebhookParts } from '../../operations/webhooks/endpoints.ts';
import type { Schema } from '../schema.ts';

/** Operations whose body has a list of events. */
const subscribing = [
  'createWebhook',
  'updateWebhook',
  'createOfficeWebhook',
  'createCompanyWebhook',
  'updateCompanyWebhook',
];

/** A body with its events under their subscription names: `document.authorized`, as an event is delivered, becomes `DOCUMENT_AUTHORIZED`. */
export function withSubscriptionNames({ id }: Pick<ContractOperation, 'id'>, body: unknown): unknown {
  if (!subscribing.includes(id) || typeof body !== 'object' || body === null || !('events' in body)) return body;
  const { events } = body;
  return Array.isArray(events) ? { ...body, events: events.map(subscribedName) } : body;
}

function subscribedName(event: unknown): unknown {
  const isDelivered = typeof event === 'string' && /^[a-z_]+\.[a-z_]+$/.test(event);
  return isDelivered ? event.toUpperCase().replace('.', '_') : event;
}

/**
 * The changes of an endpoint that a body asks for.
 *
 * @throws DomainError `validation_error` for a URL that deliveries may not go to
 */
export function endpointChanges(
  { guard }: Pick<WebhookParts, 'guard'>,
  { url, events, filters, dueDaysBefore, ...rest }: Schema<'WebhookChanges'>,
): EndpointChanges {
  return {
    ...rest,
    ...(url === undefined ? {} : { url: checkedUrl(guard, url) }),
    ...(events === undefined ? {} : { events: [...new Set<Subscription>(events)] }),
    ...(filters === undefined ? {} : { filters: keptFilters(filters) }),
    ...(dueDaysBefore === undefined ? {} : { dueDaysBefore: keptDueDays(dueDaysBefore) }),
  };
}
