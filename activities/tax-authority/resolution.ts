import { LockMode } from '@mikro-orm/core';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { EmissionEnd } from '../../domain/emission/progress.ts';
import { rejectDocument } from '../emission.ts';
import { wake } from '../outbox.ts';
import type { Parts } from '../parts.ts';
import { attemptOf, endOf, isOpen } from './attempt.ts';
import { say } from './authorization.ts';
import { askAbout } from './question.ts';
import { situationOf } from './situation.ts';

/** A person gave up on the note, or the authority said it elsewhere: the attempt ends without authorization. */
export async function rejectStopped(parts: Parts, documentId: string, attempt: number): Promise<EmissionEnd> {
  const endpoints = await acrossCompanies(parts.orm).transactional(async (tx) => {
    const open = { id: documentId, attempt, status: 'PROCESSING' } as const;
    const document = await tx.findOne(Document, open, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!document) return [];
    const reason = `Encerrada por um operador. ${document.waitingFor ?? ''}`.trim();
    // The number may be taken at the authority: like a denied one, it is not used again.
    return rejectDocument(tx, document, { reason, cStat: document.cStat ?? null, denied: true });
  });
  await wake(parts, endpoints);
  return 'REJECTED';
}

/**
 * Adopts the note the authority holds under `accessKey` as this document's own; null where it holds none that is authorized, or where it is
 * another document's.
 */
export async function adopt(
  parts: Parts,
  documentId: string,
  attempt: number,
  accessKey: string,
): Promise<EmissionEnd | null> {
  const em = acrossCompanies(parts.orm);
  const situation = await situationOf(em, documentId, attempt);
  if (!isOpen(situation, attempt)) return endOf(situation);
  const isTaken = (await em.count(Document, { accessKey, id: { $ne: documentId } })) > 0;
  const at = isTaken ? null : await attemptOf(parts, em, situation);
  if (at === null) return null;
  const adopting = { ...at, topic: { ...at.topic, subject: accessKey }, takesAny: true };
  const progress = await say(parts, adopting, askAbout(accessKey, situation.environment));
  return progress.kind === 'settled' ? progress.end : null;
}
