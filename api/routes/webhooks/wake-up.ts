import type { Logger } from '../../../config/logger.ts';
import { messages, queues, webhooksId } from '../../../temporal/queues.ts';
import { reach, TemporalUnavailable } from '../../../temporal/start.ts';
import type { ApiParts } from '../../parts.ts';

/** Has the endpoint's actor look for work. While Temporal is away this is only a delay: reconciliation finds what is due. */
export async function wakeUp({ temporal }: Pick<ApiParts, 'temporal'>, endpointId: string, log: Logger): Promise<void> {
  try {
    await reach(temporal, async () => {
      await temporal.workflow.signalWithStart('webhookDelivery', {
        workflowId: webhooksId(endpointId),
        taskQueue: queues.webhooks,
        args: [{ endpointId }],
        signal: messages.woken,
      });
      return null;
    });
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn('the actor of a webhook could not be woken', { endpointId, error });
  }
}
