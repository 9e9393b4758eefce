import { Context } from '@temporalio/activity';
import { type Outlook, visit, type WebhookParts } from './visit.ts';

const heartbeatEveryMs = 2_000;

/** Builds the activity that an endpoint's actor works with. */
export function webhookActivities(parts: WebhookParts) {
  return {
    /**
     * Delivers what is due at an endpoint and writes each result, for half a minute at most. At least once: a crash in between delivers
     * again, with the same event id.
     *
     * @param wasInTrouble as the run before left it
     */
    async deliverDue(endpointId: string, wasInTrouble: boolean): Promise<Outlook> {
      const context = Context.current();
      const beat = setInterval(() => context.heartbeat(), heartbeatEveryMs);
      try {
        return await visit(parts, { endpointId, wasInTrouble, cancelled: context.cancellationSignal });
      } finally {
        clearInterval(beat);
      }
    },
  };
}
export type WebhookActivities = ReturnType<typeof webhookActivities>;
