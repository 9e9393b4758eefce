import { LockMode } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import { type DocumentType, type ReformEventType, reformEventTypes } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { ReformContent } from '../../domain/documents/events/reform/content.ts';
import { highestSequence, nextReformEvent, nextWithdrawal } from '../../domain/documents/events/reform/next.ts';
import { type NoteFacts, noteFactsOf } from '../../domain/documents/events/reform/note-facts.ts';
import { authorRefusal, reformRefusals } from '../../domain/documents/events/reform/refusals.ts';
import { type ReformAuthor, reformEvents } from '../../domain/documents/events/reform/table.ts';
import { DomainError, faultsInWords, isAnyFault, type Issue, NotFound } from '../../domain/errors.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { receivedXml } from '../received/files.ts';
import { findReceived } from '../received/find.ts';
import { authorizedXml } from './files.ts';
import { type CommittedEvent, type EventToRegister, nextEventToRegister, takeEventAbout } from './take-event.ts';

/** An event of the reform as it is asked for. */
export type AskedEvent = { type: ReformEventType; content: ReformContent };

/** The note that it is about: an own document, whose issuer says it, or a received one, whose recipient does. */
type Subject = {
  company: ActingCompany;
  /** Whose row holds the note. */
  owner: string;
  id: string;
  accessKey: string;
  author: ReformAuthor;
  about: { document: string } | { receivedDocument: string };
  audit: AuditAction;
};

/**
 * Asks for an event about an issued note: finds the same one where it is under way or stands, creates it where the one before has ended.
 *
 * @throws NotFound
 * @throws DomainError `invalid_event`, `invalid_state`, `unsupported_document_type`, `limit_reached`
 * @throws AuthorityRejected
 */
export function registerAboutIssued(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  asked: AskedEvent,
): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, async (em, document) => {
    checkIssued(document, asked);
    const facts = saysOfItems(asked) ? noteFactsOf((await authorizedXml(em, document)).xml) : null;
    const { id, accessKey, company: owner } = document;
    const subject = {
      company,
      owner,
      id,
      accessKey: accessKey ?? '',
      author: 'ISSUER',
      about: { document: id },
    } as const;
    return next(em, { ...subject, audit: 'DOCUMENT_EVENT_REQUESTED' }, asked, facts);
  });
}

/**
 * The same about a received note.
 *
 * @throws NotFound
 * @throws DomainError `invalid_event`, `invalid_state`, `unsupported_document_type`, `limit_reached`
 * @throws AuthorityRejected
 */
export async function registerAboutReceived(
  orm: Orm,
  company: ActingCompany,
  id: string,
  asked: AskedEvent,
): Promise<CommittedEvent> {
  const found = await inCompany(orm, company.id, (em) => findReceived(em, id));
  checkReceived(found, asked);
  const isWhole = found.hasFullXml && saysOfItems(asked);
  const facts = isWhole ? noteFactsOf((await receivedXml(orm, company, id)).xml) : null;
  return inCompany(orm, company.id, async (em) => {
    const note = await findReceived(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    checkReceived(note, asked);
    const { accessKey, company: owner } = note;
    const subject = { company, owner, id, accessKey, author: 'RECIPIENT', about: { receivedDocument: id } } as const;
    const event = await next(em, { ...subject, audit: 'RECEIVED_EVENT_REQUESTED' }, asked, facts);
    return { ...event, accessKey, authority: 'SEFAZ' };
  });
}

/** Whether the note's XML is needed to judge what is asked. */
function saysOfItems({ type }: AskedEvent): boolean {
  const { says, premise } = reformEvents[type];
  return says === 'ITEMS' || premise !== undefined;
}

async function next(
  em: EntityManager,
  subject: Subject,
  { type, content }: AskedEvent,
  facts: NoteFacts | null,
): Promise<EventToRegister> {
  refuseAny(reformRefusals({ type, author: subject.author, content }, facts));
  const known = await em.find(DocumentEvent, { ...subject.about, type: { $in: [...reformEventTypes] } });
  if (type === 'EVENT_WITHDRAWAL') return withdrawal(em, subject, known, content);
  const step = nextReformEvent(known, { type, content });
  if (step.kind !== 'make') return { event: step.event, isOwn: step.kind === 'find' };
  if (step.sequence > highestSequence) {
    const message = `Esta NF-e já tem ${highestSequence} eventos da reforma desta empresa, o máximo que o leiaute conta.`;
    throw new DomainError('limit_reached', message);
  }
  return { event: await take(em, subject, { ...step, type }, content), isOwn: true };
}

async function withdrawal(
  em: EntityManager,
  subject: Subject,
  known: DocumentEvent[],
  { eventId = '' }: ReformContent,
): Promise<EventToRegister> {
  const type = 'EVENT_WITHDRAWAL';
  const target = isUuid(eventId) ? await em.findOne(DocumentEvent, { ...subject.about, id: eventId }) : null;
  if (target?.status !== 'REGISTERED') throw new NotFound('registeredEvent');
  if (target.type === type || !known.includes(target)) {
    refuseAny([{ path: 'eventId', message: 'não é de um evento da reforma, e só estes se cancelam assim' }]);
  }
  const step = nextWithdrawal(known, target);
  if (step.kind === 'gone') {
    const message = 'Este evento já foi cancelado. Consulte os eventos da nota.';
    throw new DomainError('invalid_state', message);
  }
  if (step.kind !== 'make') return { event: step.event, isOwn: step.kind === 'find' };
  const { code, protocol } = target;
  if (!protocol) {
    const message = 'A SEFAZ ainda não informou o protocolo deste evento, e sem ele o evento não se cancela.';
    throw new DomainError('invalid_state', message);
  }
  const content = { eventId, withdraws: { code, protocol } };
  return { event: await take(em, subject, { ...step, type }, content), isOwn: true };
}

async function take(
  em: EntityManager,
  { company, owner, id, accessKey, about, audit }: Subject,
  { type, ...place }: { type: ReformEventType; sequence: number; refused: DocumentEvent | undefined },
  content: ReformContent,
): Promise<DocumentEvent> {
  const holder = { company: owner, type: 'NFE', accessKey, about } as const;
  const { code } = reformEvents[type];
  const event = await takeEventAbout(em, holder, { ...place, type, code }, { content });
  recordFor(em, company, audit, id, { event: event.id, type });
  return event;
}

/** What the authority would refuse for certain is not sent. */
function checkIssued({ type: ofNote, status }: Document, { type }: AskedEvent): void {
  checkModel(ofNote);
  if (status !== 'AUTHORIZED') {
    throw new DomainError('invalid_state', `Só uma NF-e AUTHORIZED tem eventos da reforma; esta está ${status}.`);
  }
  checkAuthor(type, 'ISSUER');
}

function checkReceived({ model, eventCode, role, status }: ReceivedDocument, { type }: AskedEvent): void {
  checkModel(model);
  if (eventCode !== '') {
    throw new DomainError('unsupported_document_type', 'Este documento é um evento; informe o id da NF-e dele.');
  }
  if (role !== 'RECIPIENT') {
    const message = 'é do destinatário da NF-e, e esta empresa não é a destinatária; a SEFAZ recusaria (575)';
    refuseAny([{ path: 'type', message }]);
  }
  if (status !== 'AUTHORIZED') {
    throw new DomainError('invalid_state', `Só uma NF-e AUTHORIZED tem eventos da reforma; esta está ${status}.`);
  }
  checkAuthor(type, 'RECIPIENT');
}

function checkModel(type: DocumentType | ReceivedDocument['model']): void {
  if (type === 'NFE') return;
  throw new DomainError('unsupported_document_type', 'Eventos da reforma só existem para NF-e (modelo 55).');
}

function checkAuthor(type: ReformEventType, author: ReformAuthor): void {
  const issue = authorRefusal({ type, author });
  if (issue) refuseAny([issue]);
}

/** @throws DomainError `invalid_event` that tells every fault */
function refuseAny(issues: Issue[]): void {
  if (isAnyFault(issues))
    throw new DomainError('invalid_event', `${faultsInWords(issues)}. Nada foi enviado.`, { issues });
}
