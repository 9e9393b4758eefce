import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { AuthorityKind } from '../../domain/authority-names.ts';
import { waitsFor } from '../../domain/conversation/attempt-columns.ts';
import {
  type DocumentEventType,
  type DocumentType,
  eventCodeOf,
  type OwnEventType,
  traitsOf,
} from '../../domain/document-types.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent, type EventContent } from '../../domain/documents/events/document-event.entity.ts';
import { idOfEvent } from '../../domain/documents/events/event.ts';
import { AuthorityRejected, type RefusalCode } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { findDocument } from './find-document.ts';

/** The event that must be registered now: the caller's own, or an earlier one of the same document that must end first. */
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

/** Where an event goes among those of its document: in place of a refused one, where there is one of its sequence. */
type Place = { sequence: number; refused: DocumentEvent | undefined };

/**
 * Creates an event of an own document, or starts the next attempt of `refused`, which the authority did not take. Callers hold the
 * document's lock, under which sequences are given out.
 *
 * @throws AuthorityRejected where the authority refused the same again and again
 */
export function takeEvent(
  em: EntityManager,
  document: Document,
  { type, ...place }: Place & { type: OwnEventType },
  content: EventContent,
): Promise<DocumentEvent> {
  const { company, type: ofNote, accessKey, id } = document;
  const holder = { company, type: ofNote, accessKey, about: { document: id } };
  return takeEventAbout(em, holder, { ...place, type, code: eventCodeOf(ofNote, type) }, content);
}

const asked = {
  CANCELLATION: 'DOCUMENT_CANCELLATION_REQUESTED',
  CANCELLATION_BY_SUBSTITUTION: 'DOCUMENT_CANCELLATION_REQUESTED',
  CORRECTION_LETTER: 'DOCUMENT_CORRECTION_REQUESTED',
  DELIVERY_RECEIPT: 'DOCUMENT_RECEIPT_REQUESTED',
  DELIVERY_RECEIPT_REMOVAL: 'DOCUMENT_RECEIPT_REMOVAL_REQUESTED',
} as const satisfies Partial<Record<OwnEventType, AuditAction>>;

/** The same, asked for by whoever acts for the company. @throws AuthorityRejected as above */
export async function takeRequestedEvent(
  em: EntityManager,
  { company, document }: { company: ActingCompany; document: Document },
  place: Place & { type: keyof typeof asked },
  content: EventContent,
): Promise<DocumentEvent> {
  const event = await takeEvent(em, document, place, content);
  recordFor(em, company, asked[place.type], document.id, { event: event.id });
  return event;
}

/** What an event is taken about: an own document or a received one, its note's type and key, and whose it is. */
export type EventHolder = {
  company: string;
  type: DocumentType;
  accessKey?: string | null | undefined;
  about: { document: string } | { receivedDocument: string };
  /** The code of a refusal, where it has one of its own. */
  refusedAs?: RefusalCode;
};

/**
 * The same for a document of either kind.
 *
 * @throws AuthorityRejected where the authority refused the same again and again
 */
export async function takeEventAbout(
  em: EntityManager,
  holder: EventHolder,
  { type, code, sequence, refused }: Place & { type: DocumentEventType; code: string },
  content: EventContent,
): Promise<DocumentEvent> {
  if (refused) {
    await refuseRepeatedRejection(em, holder, refused);
    refused.tryAgain(content);
    return refused;
  }
  const { company, about } = holder;
  const fresh = { company, type, code, sequence, occurredAt: new Date(), ...waitsFor('START') };
  return em.create(DocumentEvent, { ...fresh, ...about, ...content });
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
async function refuseRepeatedRejection(em: EntityManager, holder: EventHolder, refused: DocumentEvent): Promise<void> {
  const { cStat, reason } = refused;
  if (!cStat) return;
  const subject = idOfEvent(refused, holder);
  const recent = { subject, cStat, startedAt: { $gt: new Date(Date.now() - hourMs) } };
  if ((await em.count(AuthorityCall, recent)) < mostRefusals) return;
  const since = `Foi assim ${mostRefusals} vezes na última hora e desta vez nada foi enviado; tente de novo mais tarde.`;
  throw new AuthorityRejected(traitsOf[holder.type].authority, cStat, reason ?? 'sem motivo informado', {
    since,
    tpEvento: refused.code,
    ...(holder.refusedAs && { code: holder.refusedAs }),
  });
}
