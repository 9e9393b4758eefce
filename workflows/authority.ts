import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { AuthorityActivities } from '../activities/authority/index.ts';
import type { AuthorityInput } from '../domain/conversation/actors.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

const authorities = proxyActivities<AuthorityActivities>({
  taskQueue: queues.authority,
  startToCloseTimeout: '2m', // it may have to signal thousands of runs
  heartbeatTimeout: '10s', // notices a dead worker long before the timeout
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});

/**
 * The judge of one authority service: asks for its status while that is in doubt, tells the runs that wait for the service, and has notes issued in
 * contingency transmitted once it is back.
 */
export async function authority(service: AuthorityInput): Promise<void> {
  const waking = new Waking();

  for (;;) {
    waking.isWoken = false;
    const { details, summary, waitMs, isToLetGo } = await authorities.judge(service);
    setCurrentDetails(details);
    if (isToLetGo) await authorities.letGo(service);
    // A signal that arrived meanwhile is not lost: the next run begins with a look at the service.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof authority>(service);
    if (waitMs === null) {
      if (!waking.isWoken) return;
    } else if (!isToLetGo) await condition(() => waking.isWoken, waitMs, { summary });
  }
}
