import { proxyActivities } from '@temporalio/workflow';
import type { ReconciliationActivities, Restarted } from '../activities/reconciliation.ts';

const orphans = proxyActivities<ReconciliationActivities>({
  startToCloseTimeout: '2m',
  retry: { maximumAttempts: 3 }, // the schedule comes again within the minute
});

/** Starts what a crash left without a workflow: documents in PROCESSING, events, ranges of numbers, deliveries that are due, closings. */
export async function reconciliation(): Promise<Restarted> {
  return orphans.restart();
}
