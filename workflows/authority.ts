import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { AuthorityActivities } from '../activities/authority/index.ts';
import type { AuthorityInput } from '../domain/conversation/actors.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

const authorities = proxyActivities<AuthorityActivities>({
  taskQueue: queues.authority,
  startToCloseTimeout: '2m', // thousands of runs may have to be told
  heartbeatTimeout: '10s', // a dead worker is noticed long before
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});

/** The judge of one service: asks for its status while it is in doubt, tells who waits for it, and has late notes transmitted once it is back. */
export async function authority(service: AuthorityInput): Promise<void> {
  const waking = new Waking();

  for (;;) {
    waking.isWoken = false;
    const { details, summary, waitMs, isToLetGo } = await authorities.judge(service);
    setCurrentDetails(details);
    if (isToLetGo) await authorities.letGo(service);
    // The next run handles a signal that came: it looks first.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof authority>(service);
    if (waitMs === null) {
      if (!waking.isWoken) return;
    } else if (!isToLetGo) await condition(() => waking.isWoken, waitMs, { summary });
  }
}
