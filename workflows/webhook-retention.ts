import { proxyActivities } from '@temporalio/workflow';
import type { RetentionActivities } from '../activities/webhooks/retention.ts';

const deliveries = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '10m', // after five minutes it leaves the rest to the next round
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 }, // the schedule comes again within the hour
});

/**
 * Forgets deliveries that ended so many days ago, with their attempts.
 *
 * @returns how many
 */
export async function webhookRetention(days: number): Promise<number> {
  return deliveries.forgetDeliveries(days);
}
