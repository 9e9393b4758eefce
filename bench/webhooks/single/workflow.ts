import { proxyActivities } from '@temporalio/workflow';
import type { SingleActivities } from './activities.ts';

const { deliver } = proxyActivities<SingleActivities>({ startToCloseTimeout: '30s' });

/** The smallest possible workflow for one delivery: one activity, and no wait. */
export async function single(): Promise<void> {
  await deliver();
}
