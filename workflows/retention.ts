import { patched, proxyActivities } from '@temporalio/workflow';
import type {
  ForgettingActivities,
  LinkActivities,
  LogActivities,
  RetentionActivities,
} from '../activities/retention.ts';

const zips = proxyActivities<ForgettingActivities>({
  startToCloseTimeout: '30m',
  heartbeatTimeout: '5m', // a sweep of the store is one long call without heartbeats
  retry: { maximumAttempts: 3 }, // the schedule runs it again within the hour
});

/**
 * Deletes the ZIPs of closings whose retention is over, what crashes left of unfinished ZIPs, and download links that expired a day ago.
 *
 * @returns how many ZIPs it deleted
 */
export async function closingRetention(): Promise<number> {
  await zips.forgetClosingLinks();
  const forgotten = await zips.forgetZips();
  await zips.sweepStore();
  return forgotten;
}

const logs = proxyActivities<RetentionActivities & LinkActivities & LogActivities>({
  startToCloseTimeout: '10m', // after five minutes the activity leaves the rest to the next round
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 }, // the schedule runs it again within the hour
});

/**
 * Deletes webhook deliveries that ended `days` days ago, with their attempts; links to exports that expired a day ago; audit entries older than five
 * years; requests of operators' programs that were kept for repetition, after a month; and the log of calls by companies' keys, after a week.
 *
 * @returns how many deliveries it deleted
 */
export async function webhookRetention(days: number): Promise<number> {
  const forgotten = await logs.forgetDeliveries(days);
  if (patched('forget-export-links')) await logs.forgetExportLinks();
  if (patched('forget-audit-entries')) await logs.forgetAuditEntries();
  if (patched('forget-operator-requests')) await logs.forgetOperatorRequests();
  if (patched('forget-api-calls')) await logs.forgetApiCalls();
  return forgotten;
}
