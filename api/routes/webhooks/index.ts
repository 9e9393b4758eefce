import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { changeHandler } from './change.ts';
import { createHandler } from './create.ts';
import { deliveryHandlers } from './deliveries.ts';
import { endpointHandlers } from './endpoints.ts';
import { testHandler } from './test-event.ts';

type WebhookOperations = Extract<keyof Handlers, `${string}Webhook${string}`>;

export function webhookHandlers(parts: ApiParts): Pick<Handlers, WebhookOperations> {
  return {
    ...endpointHandlers(parts),
    ...deliveryHandlers(parts),
    createWebhook: createHandler(parts),
    updateWebhook: changeHandler(parts),
    testWebhook: testHandler(parts),
  };
}
