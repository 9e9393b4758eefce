import { proxyActivities } from '@temporalio/workflow';
import type { ForgettingActivities } from '../activities/closings/forget-closings.ts';

const retention = proxyActivities<ForgettingActivities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '5m', // a sweep asks the store once and says nothing meanwhile
  retry: { maximumAttempts: 3 }, // the schedule comes again within the hour
});

/**
 * Deletes the ZIPs of closings whose time has come, what crashes left of others, and links that expired a day ago.
 *
 * @returns how many ZIPs
 */
export async function closingRetention(): Promise<number> {
  await retention.forgetClosingLinks();
  const forgotten = await retention.forgetZips();
  await retention.sweepStore();
  return forgotten;
}
