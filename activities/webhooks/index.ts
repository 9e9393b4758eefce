import { Context } from '@temporalio/activity';
import { acrossCompanies } from '../../operations/in-company.ts';
import { orWaitForMend } from '../conversation/repeated-fault.ts';
import { alive } from '../heartbeat.ts';
import { explainDue } from './due.ts';
import { type Outlook, visit, type WebhookParts } from './visit.ts';

/** How long deliveries wait when a fault of ours keeps them from going out. */
const mendMs = 3_600_000;

/** Builds the activity that an endpoint's actor works with. */
export function webhookActivities(parts: WebhookParts) {
  return {
    /**
     * Delivers what is due at an endpoint and writes each result, for half a minute at most. At least once: after a crash in between it
     * delivers again, with the same event id.
     *
     * @param wasInTrouble as the visit before left the endpoint
     */
    async deliverDue(endpointId: string, wasInTrouble: boolean): Promise<Outlook> {
      const { cancellationSignal: cancelled } = Context.current();
      const explain = ({ reason }: { reason: string }) => explainDue(acrossCompanies(parts.orm), endpointId, reason);
      const outlook = await alive(() =>
        orWaitForMend(parts, { doing: 'na entrega', sooner: 'com um teste do webhook', explain }, () =>
          visit(parts, { endpointId, wasInTrouble, cancelled }),
        ),
      );
      if (!('kind' in outlook)) return outlook;
      return { isActive: true, isInTrouble: wasInTrouble, waitMs: mendMs, mend: outlook.reason };
    },
  };
}
export type WebhookActivities = ReturnType<typeof webhookActivities>;
