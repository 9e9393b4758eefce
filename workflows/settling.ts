import { workflowInfo } from '@temporalio/workflow';
import type { Progress } from '../domain/conversation/progress.ts';
import type { Patience } from './waiting.ts';

/**
 * Repeats a step towards the authority, with the waits that it asks for, until something is settled.
 *
 * @param again continues as a new run, where this one's history is long enough
 */
export async function untilSettled<End>(
  patience: Patience,
  step: () => Promise<Progress<End>>,
  again: () => Promise<never>,
): Promise<End> {
  for (;;) {
    const progress = await step();
    if (progress.kind === 'settled') return progress.end;
    // Nobody has to decide about what is no note: what was asked too often is asked again an hour later.
    await patience.wait(progress.kind === 'stop' ? { kind: 'mend', reason: progress.reason } : progress);
    if (workflowInfo().continueAsNewSuggested) await again();
  }
}
