import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ReconciliationActivities, RoundCounts } from '../activities/reconciliation/index.ts';

const orphans = proxyActivities<ReconciliationActivities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s', // a dead worker is noticed long before
  retry: { maximumAttempts: 3 }, // the schedule comes again within the minute
});

/** Starts what a crash left without a workflow: documents in PROCESSING, events, ranges of numbers, deliveries that are due, closings. */
export async function reconciliation(): Promise<RoundCounts> {
  const restarted = await orphans.restart();
  if (restarted.notice) setCurrentDetails(`**Atenção:** ${restarted.notice}`);
  return restarted;
}
