import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuthorityKind } from '../../domain/authority-names.ts';
import { type DocumentEventType, eventCodeOf, traitsOf } from '../../domain/document-types.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent, type EventContent } from '../../domain/documents/events/document-event.entity.ts';
import { AuthorityRejected } from '../../domain/errors.ts';
import { idOfEvent } from '../../domain/documents/events/event-id.ts';
import type { ActingCompany } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import { findDocument } from './find-document.ts';

/** The event that a document must register now: the caller's own, or an earlier one that must end first. */
export type EventToRegister = { event: DocumentEvent; isOwn: boolean };

/** The same as it was committed, with the access key of the document and who registers it. */
export type CommittedEvent = EventToRegister & { accessKey: string; authority: AuthorityKind };

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
    const { authority } = traitsOf[document.type];
    return { ...(await take(em, document)), accessKey: document.accessKey ?? '', authority };
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
    await refuseRepeatedRejection(em, document, refused);
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
 * @param refused the event, with the outcome of its last try
 * @throws AuthorityRejected as the last time
 */
async function refuseRepeatedRejection(em: EntityManager, document: Document, refused: DocumentEvent): Promise<void> {
  const { cStat, reason } = refused;
  if (!cStat) return;
  const subject = idOfEvent(refused, document);
  const recent = { subject, cStat, startedAt: { $gt: new Date(Date.now() - hourMs) } };
  if ((await em.count(AuthorityCall, recent)) < mostRefusals) return;
  const since = `Foi assim ${mostRefusals} vezes na última hora e desta vez nada foi enviado; tente de novo mais tarde.`;
  throw new AuthorityRejected(traitsOf[document.type].authority, cStat, reason ?? 'sem motivo informado', since);
}
