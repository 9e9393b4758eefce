import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type DocumentEventType, eventCodeOf } from '../../domain/document-types.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent, type EventContent } from '../../domain/documents/events/document-event.entity.ts';
import { AuthorityRejected } from '../../domain/errors.ts';
import { idOfEvent } from '../../domain/nfe/events/event.ts';
import type { ActingCompany } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import { findDocument } from './find-document.ts';

/** The event that a document must register now: the caller's own, or an earlier one that must end first. */
export type EventToRegister = { event: DocumentEvent; isOwn: boolean };

/** The same as it was committed, with the access key of the document. */
export type CommittedEvent = EventToRegister & { accessKey: string };

/**
 * Finds out, with the document's row locked, which event of it is to be registered now.
 *
 * @throws NotFound for the document
 */
export function nextEventToRegister(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  take: (em: EntityManager, document: Document) => Promise<EventToRegister>,
): Promise<CommittedEvent> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return { ...(await take(em, document)), accessKey: document.accessKey ?? '' };
  });
}

/**
 * Creates an event of a document, or starts the next attempt of `refused`, which the authority did not take. Callers hold the document's
 * lock, under which sequences are given out.
 *
 * @throws AuthorityRejected where the authority refused the same again and again
 */
export async function takeEvent(
  em: EntityManager,
  document: Document,
  { type, sequence, refused }: { type: DocumentEventType; sequence: number; refused: DocumentEvent | undefined },
  content: EventContent,
): Promise<DocumentEvent> {
  if (refused) {
    await refuseRepeatedRejection(em, idOfEvent(refused, document), refused);
    refused.tryAgain(content);
    return refused;
  }
  return em.create(DocumentEvent, {
    company: document.company,
    document: document.id,
    type,
    code: eventCodeOf(document.type, type),
    sequence,
    occurredAt: new Date(),
    ...content,
  });
}

/**
 * After so many refusals by one code within an hour an event is not sent again: the authority shuts a company out of all events for an hour
 * when one was refused more than 20 times (656; MOC 7.0 Anexo I 4.3).
 */
const mostRefusals = 10;
const hourMs = 3_600_000;

/**
 * Refuses to send an event once more that the authority refused too often.
 *
 * @param subject Id of the event
 * @param last the outcome of its last try
 * @throws AuthorityRejected as the last time
 */
async function refuseRepeatedRejection(
  em: EntityManager,
  subject: string,
  { cStat, reason }: Pick<DocumentEvent, 'cStat' | 'reason'>,
): Promise<void> {
  if (!cStat) return;
  const recent = { subject, cStat, startedAt: { $gt: new Date(Date.now() - hourMs) } };
  if ((await em.count(AuthorityCall, recent)) < mostRefusals) return;
  const since = `Foi assim ${mostRefusals} vezes na última hora e desta vez nada foi enviado; tente de novo mais tarde.`;
  throw new AuthorityRejected(cStat, reason ?? 'sem motivo informado', since);
}
