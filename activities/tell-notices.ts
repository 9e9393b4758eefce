import { tellExpiring } from '../operations/waits/tell-expiring.ts';
import { tellWaiting, toldAtOnce } from '../operations/waits/tell-waiting.ts';
import type { Parts } from './parts.ts';
import { transacted } from './wake.ts';

/** A round of reconciliation tells of so many times `toldAtOnce` documents; the next round tells of the rest. */
const roundsAtMost = 10;

/** Tells webhooks of what waits: of one document, or of all of them and of certificates that are about to end. */
export async function tellNotices(
  parts: Pick<Parts, 'orm' | 'logger' | 'metrics' | 'now'>,
  document?: string,
): Promise<void> {
  const now = parts.now();
  if (document !== undefined) {
    await transacted(parts, (tx) => tellWaiting(tx, now, document));
    return;
  }
  await transacted(parts, (tx) => tellExpiring(tx, now));
  for (let round = 0; round < roundsAtMost; round += 1) {
    if ((await transacted(parts, (tx) => tellWaiting(tx, now))) < toldAtOnce) return;
  }
}
