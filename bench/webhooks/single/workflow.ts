import { proxyActivities } from '@temporalio/workflow';
import type { SingleActivities } from './activities.ts';

const { deliver } = proxyActivities<SingleActivities>({ startToCloseTimeout: '30s' });

/** What one workflow per delivery would be at its least: one activity, and no wait. */
export async function single(): Promise<void> {
  await deliver();
}
