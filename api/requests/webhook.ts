import type { Subscription } from '../../domain/webhooks/event-types.ts';
import { checkedUrl } from '../../operations/webhooks/checked-url.ts';
import type { WebhookParts } from '../../operations/webhooks/parts.ts';
import type { EndpointChanges } from '../../operations/webhooks/webhook-changes.ts';
import type { Schema } from '../operations.ts';

/**
 * What a body changes of an endpoint.
 *
 * @throws DomainError `validation_error` for an address to which nothing would be sent
 */
export function endpointChanges(
  { guard }: Pick<WebhookParts, 'guard'>,
  { url, events, ...rest }: Schema<'WebhookChanges'>,
): EndpointChanges {
  return {
    ...rest,
    ...(url === undefined ? {} : { url: checkedUrl(guard, url) }),
    ...(events === undefined ? {} : { events: [...new Set<Subscription>(events)] }),
  };
}
