import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { AuthorityActivities } from '../activities/authority/index.ts';
import type { AuthorityInput } from '../domain/conversation/actors.ts';
import { messages, queues } from '../temporal/names.ts';

/** A message gave reason to doubt the service, or something waits for it. */
const woken = defineSignal(messages.woken);
/** The same, from whoever tells all runs that something was mended. */
const mended = defineSignal(messages.mended);

const authorities = proxyActivities<AuthorityActivities>({
  taskQueue: queues.authority,
  startToCloseTimeout: '2m', // thousands of runs may have to be told
  heartbeatTimeout: '10s', // a dead worker is noticed long before
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});

/** The judge of one service: asks for its status while it is in doubt, tells who waits for it, and has late notes transmitted once it is back. */
export async function authority(service: AuthorityInput): Promise<void> {
  let isWoken = false;
  setHandler(woken, () => void (isWoken = true));
  setHandler(mended, () => void (isWoken = true));

  for (;;) {
    isWoken = false;
    const { details, summary, waitMs, isToLetGo } = await authorities.judge(service);
    setCurrentDetails(details);
    if (isToLetGo) await authorities.letGo(service);
    // The next run handles a signal that came: it looks first.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof authority>(service);
    if (waitMs === null) {
      if (!isWoken) return;
    } else if (!isToLetGo) await condition(() => isWoken, waitMs, { summary });
  }
}
