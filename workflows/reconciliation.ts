import { proxyActivities } from '@temporalio/workflow';
import type { ReconciliationActivities } from '../activities/reconciliation.ts';

const orphans = proxyActivities<ReconciliationActivities>({
  startToCloseTimeout: '2m',
  retry: { maximumAttempts: 3 }, // the schedule comes again within the minute
});

/** Starts what a crash left without a workflow: documents in PROCESSING, events, deliveries that are due. */
export async function reconciliation(): Promise<{ documents: number; events: number; endpoints: number }> {
  return orphans.restart();
}
