import { patched, proxyActivities } from '@temporalio/workflow';
import type {
  ForgettingActivities,
  LinkActivities,
  LogActivities,
  RetentionActivities,
} from '../activities/retention.ts';

const zips = proxyActivities<ForgettingActivities>({
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
  await zips.forgetClosingLinks();
  const forgotten = await zips.forgetZips();
  await zips.sweepStore();
  return forgotten;
}

const logs = proxyActivities<RetentionActivities & LinkActivities & LogActivities>({
  startToCloseTimeout: '10m', // after five minutes it leaves the rest to the next round
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 }, // the schedule comes again within the hour
});

/**
 * Forgets deliveries that ended so many days ago, with their attempts, links to exports that expired a day ago, what was changed more than five
 * years ago, what operators' programs asked for a month ago and might have repeated, and calls of companies' keys a week ago.
 *
 * @returns how many deliveries
 */
export async function webhookRetention(days: number): Promise<number> {
  const forgotten = await logs.forgetDeliveries(days);
  if (patched('forget-export-links')) await logs.forgetExportLinks();
  if (patched('forget-audit-entries')) await logs.forgetAuditEntries();
  if (patched('forget-operator-requests')) await logs.forgetOperatorRequests();
  if (patched('forget-api-calls')) await logs.forgetApiCalls();
  return forgotten;
}
