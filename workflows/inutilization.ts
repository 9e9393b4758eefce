import { continueAsNew } from '@temporalio/workflow';
import type { InutilizationInput } from '../domain/conversation/actors.ts';
import type { InutilizationEnd } from '../domain/conversation/progress.ts';
import { store, taxAuthority, untilSettled } from './settling.ts';
import { Patience } from './waiting.ts';

/** Gives up one range of numbers at the authority; the request that asked for it waits for this result. */
export async function inutilization({ id, attempt }: InutilizationInput): Promise<InutilizationEnd | 'SKIPPED'> {
  const patience = new Patience();
  const prepared = await patience.pastFaults(() => store.prepareInutilization(id, attempt));
  if (prepared.kind === 'notOurs') return 'SKIPPED';
  if (prepared.kind === 'rejected' || prepared.kind === 'ended') return prepared.end;
  return untilSettled(patience, {
    first: prepared.first,
    step: () => taxAuthority.inutilize(id, attempt, patience.waited),
    again: () => continueAsNew<typeof inutilization>({ id, attempt }),
  });
}
