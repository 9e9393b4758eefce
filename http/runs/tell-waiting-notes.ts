import type { Client } from '@temporalio/client';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import { emissionId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';

const atOnce = 20;

/**
 * Tells the runs of notes that wait for their authority to check again in which form they are issued.
 *
 * @returns how many were told; null where Temporal is away: they check by themselves within the hour
 */
export async function tellWaitingNotes(temporal: Client, waiting: readonly AttemptKey[]): Promise<number | null> {
  let told = 0;
  for (let first = 0; first < waiting.length; first += atOnce) {
    const some = waiting.slice(first, first + atOnce);
    try {
      const heard = await Promise.all(some.map(({ id, attempt }) => signalMended(temporal, emissionId(id, attempt))));
      told += heard.filter(Boolean).length;
    } catch {
      return null;
    }
  }
  return told;
}
