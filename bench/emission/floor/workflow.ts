import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { FloorActivities } from './activities.ts';

const { prepare } = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: '30s' });
const { authorize } = proxyActivities<FloorActivities>({ startToCloseTimeout: '70s', heartbeatTimeout: '10s' });

/** The skeleton of an emission: its activities, of the same kinds and in the same order, with nothing to do. */
export async function floor(): Promise<string> {
  await prepare();
  return authorize();
}
