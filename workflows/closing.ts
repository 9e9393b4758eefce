import {
  continueAsNew,
  defineQuery,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ClosingActivities, ClosingStepActivities } from '../activities/closings/index.ts';
import { pdfsPerSecond, progressInWords, secondsLeft } from '../domain/closings/progress.ts';
import type { ClosingInput } from '../domain/conversation/actors.ts';
import type { PackedPart, PackProgress, PackStanding } from '../domain/conversation/pack-progress.ts';
import type { ClosingEnd } from '../domain/conversation/progress.ts';
import { messages } from '../temporal/names.ts';
import { Patience } from './waiting.ts';

/** How long a closing may make no progress before it is abandoned: a store that is away for longer will not be back for this month. */
const patienceMs = 24 * 3_600_000;

/** What the query `closingState` returns. */
export type ClosingState = {
  documentCount: number;
  doneCount: number;
  pdfCount: number;
  pdfsPerSecond: number | null;
  secondsLeft: number | null;
  waitingFor: string | null;
};
export const closingState = defineQuery<ClosingState>(messages.state);

const steps = proxyLocalActivities<ClosingStepActivities>({ startToCloseTimeout: '30s' });

const details: Record<ClosingEnd, string> = {
  COMPLETED: 'ZIP completo',
  FAILED: '**Não concluído:** o motivo está no fechamento',
};

/** Closes one month of one company: makes its ZIP part by part, until the ZIP is complete or the closing has failed. */
export async function closing({ closingId, standing: earlier }: ClosingInput): Promise<ClosingEnd | 'SKIPPED'> {
  const patience = new Patience();
  let standing = earlier;
  setHandler(closingState, () => stateOf(standing, patience.waitingFor));

  const { fairnessKey } = workflowInfo().priority ?? {};
  const { pack } = packer(fairnessKey);
  if (!standing) {
    const tally = await steps.beginClosing(closingId);
    if (!tally) return 'SKIPPED';
    standing = { after: null, tally, pace: { documents: 0, pdfs: 0, ms: 0 }, stuckSinceMs: null };
  }
  for (;;) {
    setCurrentDetails(progressInWords(standing.tally, standing.pace));
    const begunMs = Date.now();
    const progress = await pack(closingId, standing.after);
    if (progress.kind === 'settled') {
      patience.over();
      setCurrentDetails(details[progress.end]);
      return progress.end;
    }
    if (progress.kind === 'packed') {
      standing = movedOn(standing, progress, Date.now() - begunMs);
      patience.moved();
    } else {
      standing.stuckSinceMs ??= begunMs;
      if (Date.now() - standing.stuckSinceMs >= patienceMs) {
        patience.over();
        return steps.abandonClosing(closingId, tooLong(progress));
      }
      await patience.wait(progress);
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof closing>({ closingId, standing });
  }
}

function packer(fairnessKey: string | undefined) {
  return proxyActivities<ClosingActivities>({
    startToCloseTimeout: '1h', // the last part also reads the whole file back from a store that may be slow
    heartbeatTimeout: '15s', // notices a dead worker long before the timeout
    retry: { initialInterval: '1s', maximumInterval: '1m' },
    ...(fairnessKey === undefined ? {} : { priority: { fairnessKey } }),
  });
}

function movedOn({ tally, pace }: PackStanding, packed: PackedPart, ms: number): PackStanding {
  const { after, documentCount, doneCount, pdfCount } = packed;
  return {
    after,
    tally: { documentCount, doneCount, pdfCount },
    pace: {
      documents: pace.documents + Math.max(doneCount - tally.doneCount, 0),
      pdfs: pace.pdfs + Math.max(pdfCount - tally.pdfCount, 0),
      ms: pace.ms + ms,
    },
    stuckSinceMs: null,
  };
}

function tooLong({ reason }: Extract<PackProgress, { kind: 'wait' | 'mend' }>): string {
  return `Nada avançou por 24 horas. ${reason}`;
}

function stateOf(standing: PackStanding | undefined, waitingFor: string | null): ClosingState {
  const { tally, pace } = standing ?? {
    tally: { documentCount: 0, doneCount: 0, pdfCount: 0 },
    pace: { documents: 0, pdfs: 0, ms: 0 },
  };
  return {
    ...tally,
    pdfsPerSecond: pdfsPerSecond(pace),
    secondsLeft: secondsLeft(tally.documentCount - tally.doneCount, pace),
    waitingFor,
  };
}
