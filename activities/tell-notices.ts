import { tellExpiring } from '../operations/waits/tell-expiring.ts';
import { tellWaiting, toldAtOnce } from '../operations/waits/tell-waiting.ts';
import type { Parts } from './parts.ts';
import { transacted } from './wake.ts';

/** A round of reconciliation tells of so many times `toldAtOnce` documents; the next round tells of the rest. */
const roundsAtMost = 10;

type Telling = Pick<Parts, 'orm' | 'logger' | 'metrics' | 'now'>;

/** Tells webhooks of what waits: of one document, or of all of them and of certificates that are about to end. */
export async function tellNotices(parts: Telling, document?: string): Promise<void> {
  const now = parts.now();
  if (document !== undefined) {
    await tellOnce(parts, now, document);
    return;
  }
  await transacted(parts, (tx) => tellExpiring(tx, now));
  for (let round = 0; round < roundsAtMost; round += 1) {
    if ((await tellOnce(parts, now, null)) < toldAtOnce) return;
  }
}

/** One transaction of it, and a line of the log for the notes of contingency of whose time half has passed. */
async function tellOnce(parts: Telling, now: Date, document: string | null): Promise<number> {
  const late: string[] = [];
  const told = await transacted(parts, (tx) => tellWaiting(tx, now, document, (ids) => late.push(...ids)));
  for (const documentId of late) {
    parts.logger.warn('a note of contingency is not transmitted yet, and half of its time has passed', { documentId });
  }
  return told;
}
