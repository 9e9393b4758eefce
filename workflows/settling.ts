import { workflowInfo } from '@temporalio/workflow';
import type { Progress } from '../domain/conversation/progress.ts';
import type { Patience } from './waiting.ts';

/**
 * Repeats a step towards the authority, with the waits that it asks for, until something is settled.
 *
 * @param again continues as a new run, once this one's history is long enough
 */
export async function untilSettled<End>(
  patience: Patience,
  step: () => Promise<Progress<End>>,
  again: () => Promise<never>,
): Promise<End> {
  for (;;) {
    const progress = await step();
    if (progress.kind === 'settled') return progress.end;
    // Only a stopped note needs a person's decision: an event or a range that was asked about too often is asked about again an hour later.
    await patience.wait(progress.kind === 'stop' ? { kind: 'mend', reason: progress.reason } : progress);
    if (workflowInfo().continueAsNewSuggested) await again();
  }
}
