import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ReconciliationActivities, RoundCounts } from '../activities/reconciliation/index.ts';

const orphans = proxyActivities<ReconciliationActivities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s', // notices a dead worker long before the timeout
  retry: { maximumAttempts: 3 }, // the schedule runs it again within the minute
});

/** Starts runs for rows that a crash has left without one: documents in PROCESSING, events, ranges of numbers, deliveries that are due, closings. */
export async function reconciliation(): Promise<RoundCounts> {
  const restarted = await orphans.restart();
  if (restarted.notice) setCurrentDetails(`**Atenção:** ${restarted.notice}`);
  return restarted;
}
