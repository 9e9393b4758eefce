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

/** The event that must be registered now: the requested one (`isOwn`), or an earlier one of the same document that must end first. */
export type EventToRegister = { event: DocumentEvent; isOwn: boolean };

/** An `EventToRegister` that was committed, with the document's access key and the authority that registers it. */
export type CommittedEvent = EventToRegister & { accessKey: string; authority: AuthorityKind };

/**
 * Finds out, with the document's row locked, which of its events is to be registered now.
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

/** The place of an event among those of its document: its sequence, and the refused event of that sequence, which it then takes the place of. */
type Place = { sequence: number; refused: DocumentEvent | undefined };

/**
 * Creates an event of a document of our own, or starts the next attempt of `refused`, which the authority refused. The caller holds the lock of the
 * document, under which sequences are assigned.
 *
 * @throws AuthorityRejected where the authority has refused the same again and again
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

/** As `takeEvent`, and writes an entry for the actor who requested it. @throws AuthorityRejected as `takeEvent` */
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

/** What an event is about: a document of our own or a received one, with the type and key of its note, and the company. */
export type EventHolder = {
  company: string;
  type: DocumentType;
  accessKey?: string | null | undefined;
  about: { document: string } | { receivedDocument: string };
  /** The code of a refusal, where this kind of request has one of its own. */
  refusedAs?: RefusalCode;
};

/**
 * As `takeEvent`, for a document of our own or a received one.
 *
 * @throws AuthorityRejected where the authority has refused the same again and again
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
  const now = new Date();
  const fresh = { company, type, code, sequence, occurredAt: now, ...waitsFor('START', now) };
  return em.create(DocumentEvent, { ...fresh, ...about, ...content });
}

/**
 * After so many refusals with one code within an hour an event is not sent again: the authority shuts a company out of all events for an hour when
 * one was refused more than 20 times (656; MOC 7.0 Anexo I 4.3).
 */
const mostRefusals = 10;
const hourMs = 3_600_000;

/**
 * Refuses to send an event again that the authority refused too often within the hour.
 *
 * @param refused the event, with the outcome of its last attempt
 * @throws AuthorityRejected with that outcome
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
