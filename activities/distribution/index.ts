import { Context } from '@temporalio/activity';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { orWaitForMend } from '../conversation/repeated-fault.ts';
import { alive } from '../heartbeat.ts';
import type { Parts } from '../parts.ts';
import { type Outlook, visit } from './visit.ts';

/** How long a distribution waits when a fault of ours keeps it from asking. */
const mendMs = 3_600_000;

/** Builds the activity that the actor of a distribution works with. */
export function distributionActivities(parts: Parts) {
  return {
    /**
     * Asks a source for what is there now, if it may be asked, and keeps it. Repeating it is safe: whether and after which NSU is asked
     * follows from the row, which is claimed before.
     */
    async distribute(distributionId: string): Promise<Outlook> {
      addLogFields({ distributionId });
      const { cancellationSignal: cancelled } = Context.current();
      const explain = ({ reason }: { reason: string }) => explainFault(parts, distributionId, reason);
      const sooner = 'com "lavra distribution sync"';
      const outlook = await alive(() =>
        orWaitForMend(parts, { doing: 'na consulta', sooner, explain }, () =>
          visit(parts, { distributionId, cancelled }),
        ),
      );
      if (outlook === null || !('kind' in outlook)) return outlook;
      return { waitMs: mendMs, details: `**Aguardando:** ${outlook.reason}` };
    },
  };
}
export type DistributionActivities = ReturnType<typeof distributionActivities>;

async function explainFault(parts: Parts, id: string, reason: string): Promise<void> {
  const until = new Date(parts.now().getTime() + mendMs);
  await acrossCompanies(parts.orm).execute(
    `update distribution set status = 'FAILING', reason = ?, next_visit_at = greatest(next_visit_at, ?), updated_at = now() where id = ?`,
    [reason, until, id],
  );
}
