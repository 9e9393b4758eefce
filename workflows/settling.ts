import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { StoreActivities } from '../activities/store.ts';
import type { TaxAuthorityActivities } from '../activities/tax-authority.ts';
import type { FirstTurn, Progress } from '../domain/conversation/progress.ts';
import type { Patience } from './waiting.ts';

/** Our own database, and the first turn at the authority, which hands over after two seconds. */
export const store = proxyLocalActivities<StoreActivities>({ startToCloseTimeout: '30s' });

/** The tax authority. */
export const taxAuthority = proxyActivities<TaxAuthorityActivities>({
  startToCloseTimeout: '70s', // the exchange has a deadline of its own, 30 s by default
  heartbeatTimeout: '10s', // a dead worker is noticed long before the deadline
  retry: { initialInterval: '500ms', maximumInterval: '30s' }, // only faults of ours come here; the authority's are data
});

type Steps<End> = {
  first: FirstTurn<End> | undefined;
  step: () => Promise<Progress<End>>;
  /** Continues as a new run, once this one's history is long enough. */
  again: () => Promise<never>;
};

/** What came of the first turn; null where an activity takes it, or goes on with it. */
export function turnTaken<End>(first: FirstTurn<End> | undefined): Progress<End> | null {
  return !first || first.kind === 'handedOver' ? null : first;
}

/** Repeats a step towards the authority, with the waits that it asks for, until something is settled. */
export async function untilSettled<End>(patience: Patience, { first, step, again }: Steps<End>): Promise<End> {
  for (let taken = turnTaken(first); ; taken = null) {
    const progress = taken ?? (await step());
    if (progress.kind === 'settled') {
      patience.over();
      return progress.end;
    }
    // Only a stopped note needs a person's decision: an event or a range that was asked about too often is asked about again an hour later.
    await patience.wait(progress.kind === 'stop' ? { kind: 'mend', reason: progress.reason } : progress);
    if (workflowInfo().continueAsNewSuggested) await again();
  }
}
