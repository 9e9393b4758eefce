import type { Client } from '@temporalio/client';
import type { webhookDelivery } from '../workflows/index.ts';
import { messages, queues, searchAttributes, webhooksId } from './names.ts';
import { reach } from './start.ts';

/** Which endpoint, and whose: an operator finds its actor by the company. */
export type EndpointStart = { endpointId: string; companyTaxId: string };

/**
 * Starts the actor of an endpoint, or tells the running one to look for work: after deliveries were committed for it, and after it was
 * activated again. Where this fails reconciliation finds what is due within two minutes.
 *
 * @throws TemporalUnavailable
 */
export async function wakeEndpoint(client: Client, { endpointId, companyTaxId }: EndpointStart): Promise<void> {
  await reach(client, async () => {
    await client.workflow.signalWithStart<typeof webhookDelivery>('webhookDelivery', {
      taskQueue: queues.webhooks,
      workflowId: webhooksId(endpointId),
      args: [{ endpointId, companyTaxId }],
      signal: messages.woken,
      staticSummary: `Webhook da empresa ${companyTaxId}`,
      searchAttributes: { [searchAttributes.company]: [companyTaxId] },
    });
    return null;
  });
}
