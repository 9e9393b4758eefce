import { patched, proxyActivities } from '@temporalio/workflow';
import type { LinkActivities } from '../activities/received/forget-links.ts';
import type { RetentionActivities } from '../activities/webhooks/retention.ts';

const retention = proxyActivities<RetentionActivities & LinkActivities>({
  startToCloseTimeout: '10m', // after five minutes it leaves the rest to the next round
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 }, // the schedule comes again within the hour
});

/**
 * Forgets deliveries that ended so many days ago, with their attempts, and links to exports that expired a day ago.
 *
 * @returns how many deliveries
 */
export async function webhookRetention(days: number): Promise<number> {
  const forgotten = await retention.forgetDeliveries(days);
  if (patched('forget-export-links')) await retention.forgetExportLinks();
  return forgotten;
}
