import { continueAsNew } from '@temporalio/workflow';
import type { FiscalEventInput } from '../domain/conversation/actors.ts';
import type { EventEnd } from '../domain/conversation/progress.ts';
import { store, taxAuthority, untilSettled } from './settling.ts';
import { Patience } from './waiting.ts';

/** Registers one event of a document at the authority; the request that asked for it waits for this result. */
export async function fiscalEvent({ eventId, attempt }: FiscalEventInput): Promise<EventEnd | 'SKIPPED'> {
  const patience = new Patience();
  const prepared = await patience.pastFaults(() => store.prepareEvent(eventId, attempt));
  if (prepared.kind === 'notOurs') return 'SKIPPED';
  if (prepared.kind === 'rejected' || prepared.kind === 'ended') return prepared.end;

  return untilSettled(patience, {
    first: prepared.first,
    step: () => taxAuthority.register(eventId, attempt, patience.waited),
    again: () => continueAsNew<typeof fiscalEvent>({ eventId, attempt }),
  });
}
