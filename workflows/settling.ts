import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { StoreActivities } from '../activities/store.ts';
import type { TaxAuthorityActivities } from '../activities/tax-authority.ts';
import type { FirstTurn, Progress } from '../domain/conversation/progress.ts';
import type { Patience } from './waiting.ts';

/** Activities on our own database, and the first exchange with the authority, which passes to a regular activity after two seconds. */
export const store = proxyLocalActivities<StoreActivities>({ startToCloseTimeout: '30s' });

/** Activities that talk to the tax authority. */
export const taxAuthority = proxyActivities<TaxAuthorityActivities>({
  startToCloseTimeout: '70s', // the exchange has a deadline of its own, 30 s by default
  heartbeatTimeout: '10s', // notices a dead worker long before the timeout
  retry: { initialInterval: '500ms', maximumInterval: '30s' }, // only our own faults are thrown here; a fault of the authority is a result
});

type Steps<End> = {
  first: FirstTurn<End> | undefined;
  step: () => Promise<Progress<End>>;
  /** Continues as a new run; called when Temporal suggests it. */
  again: () => Promise<never>;
};

/** The result of the first turn; null where no first turn was made, or where it was handed over to an activity. */
export function turnTaken<End>(first: FirstTurn<End> | undefined): Progress<End> | null {
  return !first || first.kind === 'handedOver' ? null : first;
}

/** Repeats a step towards the authority, with the waits that the step asks for, until the conversation is settled. */
export async function untilSettled<End>(patience: Patience, { first, step, again }: Steps<End>): Promise<End> {
  for (let taken = turnTaken(first); ; taken = null) {
    const progress = taken ?? (await step());
    if (progress.kind === 'settled') {
      patience.over();
      return progress.end;
    }
    // Only a stopped note needs a person's decision. An event or a range of numbers that was asked about too often is asked about again an hour
    // later.
    await patience.wait(progress.kind === 'stop' ? { kind: 'mend', reason: progress.reason } : progress);
    if (workflowInfo().continueAsNewSuggested) await again();
  }
}
