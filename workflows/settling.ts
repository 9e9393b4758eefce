import { defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Progress } from '../domain/emission/progress.ts';
import { messages } from '../temporal/names.ts';
import { Patience } from './waiting.ts';

/** What was ours to mend has been mended. */
const mended = defineSignal(messages.mended);

/**
 * Repeats a step towards the authority, with the waits that it asks for, until something is settled.
 *
 * @param again continues as a new run, where this one's history is long enough
 */
export async function untilSettled<End>(step: () => Promise<Progress<End>>, again: () => Promise<never>): Promise<End> {
  let isMended = false;
  setHandler(mended, () => void (isMended = true));
  const patience = new Patience();
  for (;;) {
    const progress = await step();
    if (progress.kind === 'settled') return progress.end;
    // Nobody has to decide about what is no note: what was asked too often is asked again an hour later.
    const pause = progress.kind === 'stop' ? ({ kind: 'mend', reason: progress.reason } as const) : progress;
    await patience.wait(pause, () => isMended);
    isMended = false;
    if (workflowInfo().continueAsNewSuggested) await again();
  }
}
