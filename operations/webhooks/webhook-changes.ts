import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { Subscription } from '../../domain/webhooks/event-types.ts';

/** What is sent changes, the rest stays; `description: null` clears. */
export type EndpointChanges = {
  url?: string;
  description?: string | null;
  events?: Subscription[];
  isActive?: boolean;
};

type Reached = Pick<WebhookEndpoint, 'url' | 'isActive'>;

/**
 * The address that must answer a ping before the endpoint may change as asked (spec 1-core §6.4): the one it is reactivated with, or the
 * new one of an active endpoint. Null where nothing has to be proven.
 */
export function addressToProve(endpoint: Reached, changes: EndpointChanges): string | null {
  const { url = endpoint.url, isActive = endpoint.isActive } = changes;
  const isServedAlready = endpoint.isActive && endpoint.url === url;
  return isActive && !isServedAlready ? url : null;
}

/** Changes the endpoint as asked. A proven address starts without the earlier failures. */
export function applyChanges(endpoint: WebhookEndpoint, changes: EndpointChanges): void {
  const isProven = addressToProve(endpoint, changes) !== null;
  const unburdened = { consecutiveFailures: 0, disabledReason: null, disabledAt: null };
  Object.assign(endpoint, changes, isProven ? unburdened : {});
}
