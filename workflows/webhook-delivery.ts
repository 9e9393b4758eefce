import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { messages } from '../temporal/queues.ts';

const webhooks = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '3m', // a batch of deliveries, each with its own 10 seconds
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
});

/** Rows for this endpoint were committed. */
export const woken = defineSignal(messages.woken);

export type WebhookDeliveryInput = { endpointId: string };

/** The actor of one endpoint: delivers what is due, sleeps to the next due time, and ends when nothing waits any more. */
export async function webhookDelivery({ endpointId }: WebhookDeliveryInput): Promise<void> {
  let isWoken = false;
  setHandler(woken, () => void (isWoken = true));

  for (;;) {
    isWoken = false;
    setCurrentDetails('Entregando');
    const { nextDueMs } = await webhooks.deliverDue(endpointId);
    if (workflowInfo().continueAsNewSuggested && !isWoken) await continueAsNew<typeof webhookDelivery>({ endpointId });
    if (nextDueMs === null) {
      setCurrentDetails('Nada a entregar');
      // Lingering saves a new run for each event of a busy endpoint.
      if (!(await condition(() => isWoken, '30s'))) return;
      continue;
    }
    const waitMs = nextDueMs - Date.now();
    if (waitMs <= 0) continue;
    setCurrentDetails(`Próxima tentativa: ${new Date(nextDueMs).toISOString()}`);
    await condition(() => isWoken, waitMs);
  }
}
