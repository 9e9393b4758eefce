import {
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { StoreActivities } from '../activities/store.ts';
import type { TaxAuthorityActivities } from '../activities/tax-authority/index.ts';
import type { EventEnd } from '../domain/emission/progress.ts';
import { messages } from '../temporal/queues.ts';
import { Patience } from './waiting.ts';

const store = proxyLocalActivities<StoreActivities>({ startToCloseTimeout: '30s' });
const taxAuthority = proxyActivities<TaxAuthorityActivities>({
  startToCloseTimeout: '70s',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', maximumInterval: '30s' },
});

/** What was ours to mend has been mended. */
export const eventMended = defineSignal(messages.mended);

export type FiscalEventInput = { eventId: string; attempt: number };

/** Registers one event of a document at the authority; the request that asked for it waits for this result. */
export async function fiscalEvent({ eventId, attempt }: FiscalEventInput): Promise<EventEnd | 'SKIPPED'> {
  let isMended = false;
  setHandler(eventMended, () => void (isMended = true));

  const prepared = await store.prepareEvent(eventId, attempt);
  if (prepared.kind === 'notOurs') return 'SKIPPED';
  if (prepared.kind === 'rejected') return prepared.end;

  const patience = new Patience();
  for (;;) {
    const progress = await taxAuthority.register(eventId, attempt);
    if (progress.kind === 'settled') return progress.end;
    // Nobody has to decide about an event: what was asked too often is asked again an hour later.
    const pause = progress.kind === 'stop' ? ({ kind: 'mend', reason: progress.reason } as const) : progress;
    await patience.wait(pause, () => isMended);
    isMended = false;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof fiscalEvent>({ eventId, attempt });
  }
}
