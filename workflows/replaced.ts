import {
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReplacedActivities } from '../activities/replaced/index.ts';
import type { ReplacedInput } from '../domain/conversation/actors.ts';
import type { Mend, Progress, ReplacedEnd } from '../domain/conversation/progress.ts';
import { Patience } from './waiting.ts';

const decisions = proxyLocalActivities<ReplacedActivities>({ startToCloseTimeout: '30s' });
const steps = proxyActivities<ReplacedActivities>({
  startToCloseTimeout: '70s',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

const stepOf = { ask: steps.askReplaced, cancel: steps.cancelReplaced, giveUp: steps.giveUpReplaced };

const ended: Record<ReplacedEnd, string> = {
  CANCELLED: 'Cancelada: vale a nota que a substitui',
  GIVEN_UP: 'A SEFAZ nunca a recebeu: o número foi inutilizado',
  SPENT: 'Não vale',
};

/**
 * Settles one note in place of which the same sale was issued anew: asks the authority what became of it, then has it cancelled, or its number
 * inutilized.
 */
export async function replaced({ replacedId }: ReplacedInput): Promise<ReplacedEnd> {
  const patience = new Patience();
  for (;;) {
    const next = await decisions.nextOfReplaced(replacedId);
    const progress: Progress<ReplacedEnd> | Mend = 'do' in next ? await stepOf[next.do](replacedId) : next;
    if (progress.kind === 'settled') {
      patience.over();
      setCurrentDetails(ended[progress.end]);
      return progress.end;
    }
    await patience.wait(progress.kind === 'stop' ? { kind: 'mend', reason: progress.reason } : progress);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof replaced>({ replacedId });
  }
}
