import { LockMode } from '@mikro-orm/core';
import type { EmissionEnd, Resolution } from '../../domain/conversation/progress.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { say } from '../conversation/take-turn.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { loadNote } from './attempt.ts';
import { rejectDocument } from './issue.ts';
import { note } from './matter.ts';
import { speechOf } from './speech.ts';

/** Carries out what a person decided about a stopped attempt; see the activity `resolve`. */
export function resolveNote(
  parts: Parts,
  documentId: string,
  attempt: number,
  resolution: Resolution,
): Promise<EmissionEnd | null> {
  return 'adopt' in resolution
    ? adopt(parts, documentId, attempt, resolution.adopt)
    : giveUpStopped(parts, documentId, attempt);
}

/** A person gave up on the note, or learned elsewhere that it is not authorized: the attempt ends without authorization. */
async function giveUpStopped(parts: Parts, documentId: string, attempt: number): Promise<EmissionEnd> {
  await transacted(parts, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
    const document = await tx.em.findOne(Document, Document.open(documentId, attempt), lock);
    if (!document) return;
    const reason = `Encerrada por um operador. ${document.waitingFor ?? ''}`.trim();
    // The number may be taken at the authority: like a denied one, it is not used again.
    await rejectDocument(tx, document, { reason, cStat: document.cStat ?? null, denied: true });
  });
  return 'REJECTED';
}

/**
 * Adopts the note the authority holds under `accessKey` as this document's own; null where it holds none that is authorized, or where it is
 * another document's.
 */
async function adopt(
  parts: Parts,
  documentId: string,
  attempt: number,
  accessKey: string,
): Promise<EmissionEnd | null> {
  const em = acrossCompanies(parts.orm);
  const loaded = await loadNote(em, documentId, attempt);
  if ('end' in loaded) return loaded.end;
  const isTaken = (await em.count(Document, { accessKey, id: { $ne: documentId } })) > 0;
  if (isTaken) return null;
  const adopting = { ...loaded.state, subject: accessKey, takesAny: true };
  const progress = await say(parts, note, adopting, speechOf[adopting.type].askAbout(adopting, accessKey));
  return progress?.kind === 'settled' ? progress.end : null;
}
