import { setTimeout as pause } from 'node:timers/promises';
import { keepHandedOut, markFetched, nextToBring, type NfseToBring } from '../../operations/comparison/elsewhere.ts';
import type { ComparisonNow } from '../../operations/comparison/open-series.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { takeFiles } from '../../operations/past/take-files.ts';
import { askForCancellation, fetchNfse, isUndecidable, type SeriesOwner } from '../holdings.ts';
import type { Parts } from '../parts.ts';
import { ownerOf } from './owner.ts';

/**
 * Fetches the NFS-e of a month that only the national system has, and keeps them among the notes that another system issued (decision 122). It is
 * for NFS-e alone: the national system shows them whole to their issuer, while a question about a note of goods is answered with a protocol only.
 *
 * @returns whether all of them were asked for
 * @throws HoldingsUnknown where something has to be waited for first
 */
export async function bringNfse(
  parts: Parts,
  now: ComparisonNow,
  { isTime, paceMs }: { isTime: () => boolean; paceMs: number },
): Promise<boolean> {
  const em = () => acrossCompanies(parts.orm);
  const paced = () => pause(paceMs);
  for (let isLookedThrough = false; ;) {
    const next = await nextToBring(em(), now.id);
    if (!next) {
      // Only once nothing is left to fetch: so every visit fetches something, however long it takes to look through a month.
      if (isLookedThrough || (await keepHandedOut(em(), now)) === 0) return true;
      isLookedThrough = true;
      continue;
    }
    if (isTime()) return false;
    const held = await heldOf(parts, ownerOf(now, { type: 'NFSE', series: next.series }), next, paced);
    if (held) await keepHere(parts, now, next, held.files);
    await markFetched(em(), next, held?.cStat ?? null);
  }
}

/** `cStat` is null where the authority does not say whether the note is cancelled; then the `cStat` that the comparison was given stays. */
type Held = { files: string[]; cStat: string | null };

/** The note, and the event that cancelled it; null where the authority answers without showing the note. */
async function heldOf(
  parts: Parts,
  owner: SeriesOwner,
  { accessKey }: NfseToBring,
  paced: () => Promise<void>,
): Promise<Held | null> {
  try {
    await paced();
    const note = await fetchNfse(parts, owner, accessKey);
    if (!note) return null;
    const cancelled = await cancellationOf(parts, owner, accessKey, paced);
    if (cancelled === 'UNTOLD') return { files: [note.nfseXml], cStat: null };
    return { files: [note.nfseXml, ...(cancelled ? [cancelled.eventXml] : [])], cStat: cancelled?.code ?? note.cStat };
  } catch (error) {
    if (!isUndecidable(error)) throw error;
    parts.logger.warn('an NFS-e that only the authority has is not shown', { accessKey, reason: error.message });
    return null;
  }
}

/**
 * The event that cancelled a note; 'UNTOLD' where the authority does not say. Such a note is kept as it was issued; the next comparison asks again,
 * and reports it.
 */
async function cancellationOf(parts: Parts, owner: SeriesOwner, accessKey: string, paced: () => Promise<void>) {
  try {
    return await askForCancellation(parts, owner, accessKey, paced);
  } catch (error) {
    if (!isUndecidable(error)) throw error;
    parts.logger.warn('whether an NFS-e is cancelled is not told', { accessKey, reason: error.message });
    return 'UNTOLD';
  }
}

async function keepHere(
  parts: Parts,
  { companyId: id, taxId }: ComparisonNow,
  { accessKey }: NfseToBring,
  files: string[],
): Promise<void> {
  const sources = files.map((xml) => ({ name: accessKey, content: Buffer.from(xml) }));
  const { refused } = await takeFiles(parts.orm, { id, taxId }, sources, { isUnasked: true });
  for (const { code, reason } of refused)
    parts.logger.warn('an NFS-e that only the authority has could not be kept', { accessKey, code, reason });
}
