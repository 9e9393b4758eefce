import { LockMode } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import { type DocumentType, type ReformEventType, reformEventTypes } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DeliveryProof, DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { ReformContent } from '../../domain/documents/events/reform/content.ts';
import { proofHash } from '../../domain/documents/events/delivery-receipts.ts';
import { highestSequence, nextReformEvent, nextWithdrawal } from '../../domain/documents/events/reform/next.ts';
import { type NoteFacts, noteFactsOf } from '../../domain/documents/events/reform/note-facts.ts';
import { authorRefusal, reformRefusals } from '../../domain/documents/events/reform/refusals.ts';
import type { ReformAuthor, ReformEvent, Withdrawal } from '../../domain/documents/events/reform/row.ts';
import { isReformEventType, reformEvents, withdrawalOf } from '../../domain/documents/events/reform/table.ts';
import { DomainError, faultsInWords, isAnyFault, type Issue, NotFound } from '../../domain/errors.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { receivedXml } from '../received/files.ts';
import { findReceived } from '../received/find-received.ts';
import { authorizedXml } from './files.ts';
import { type CommittedEvent, type EventToRegister, nextEventToRegister, takeEventAbout } from './take-event.ts';

/** A requested event of the reform, or one beside it. A failed delivery has its proof, as base64 as it was sent and as a file. */
export type EventRequest = {
  type: ReformEventType;
  content: ReformContent;
  proof?: { base64: string; content: Buffer };
};

/** The note of an event: a document of our own, about which its issuer says it, or a received one, about which its recipient does. */
type Subject = {
  company: ActingCompany;
  /** Id of the company that owns the note's row. */
  owner: string;
  id: string;
  accessKey: string;
  author: ReformAuthor;
  about: { document: string } | { receivedDocument: string };
  audit: AuditAction;
};

/**
 * Requests an event about an issued note: finds the same one where it is under way or registered, or creates it once the one before has ended.
 *
 * @throws NotFound
 * @throws DomainError `invalid_event`, `invalid_state`, `unsupported_document_type`, `limit_reached`
 * @throws AuthorityRejected
 */
export function registerAboutIssued(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  asked: EventRequest,
): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, async (em, document) => {
    checkIssued(document, asked);
    const facts = isOfNote(asked) ? noteFactsOf((await authorizedXml(em, document)).xml) : null;
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
 * As `registerAboutIssued`, about a received note.
 *
 * @throws NotFound
 * @throws DomainError `invalid_event`, `invalid_state`, `unsupported_document_type`, `limit_reached`
 * @throws AuthorityRejected
 */
export async function registerAboutReceived(
  orm: Orm,
  company: ActingCompany,
  id: string,
  asked: EventRequest,
): Promise<CommittedEvent> {
  const found = await inCompany(orm, company.id, (em) => findReceived(em, id));
  checkReceived(found, asked);
  const isWhole = found.hasFullXml && isOfNote(asked);
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

/** Whether the note's XML is needed to check the request. */
function isOfNote({ type }: EventRequest): boolean {
  const { says, premise } = reformEvents[type];
  return comparedWithNote.has(says) || premise !== undefined;
}

const comparedWithNote: ReadonlySet<ReformEvent['says']> = new Set(['ITEMS', 'CARRIER', 'FAILURE']);

async function next(
  em: EntityManager,
  subject: Subject,
  { type, content: asked, proof }: EventRequest,
  facts: NoteFacts | null,
): Promise<EventToRegister> {
  const content = proof ? proven(asked, subject.accessKey, proof.base64) : asked;
  refuseAny(reformRefusals({ type, author: subject.author, content }, facts));
  const known = await em.find(DocumentEvent, { ...subject.about, type: { $in: [...reformEventTypes] } });
  if (type === 'EVENT_WITHDRAWAL') return withdrawal(em, subject, known, content);
  const step = nextReformEvent(known, { type, content });
  if (step.kind !== 'make') return { event: step.event, isOwn: step.kind === 'find' };
  const { code, highestSequence: most = highestSequence } = reformEvents[type];
  if (step.sequence > most) {
    const message = `Esta NF-e já tem ${most} destes eventos desta empresa, o máximo que o leiaute conta.`;
    throw new DomainError('limit_reached', message);
  }
  const event = await take(em, subject, { ...step, type, code }, content);
  if (proof) await keepProof(em, event, { content: proof.content, isAnew: step.refused !== undefined });
  return { event, isOwn: true };
}

/** The content of a failed delivery, with the hash that is made of its proof and of the note's access key. */
function proven(content: ReformContent, accessKey: string, base64: string): ReformContent {
  const { failedDelivery } = content;
  if (!failedDelivery) return content;
  return { ...content, failedDelivery: { ...failedDelivery, proofHash: proofHash(accessKey, base64) } };
}

async function keepProof(
  em: EntityManager,
  { id, company }: DocumentEvent,
  { content, isAnew }: { content: Buffer; isAnew: boolean },
): Promise<void> {
  const kept = isAnew ? await em.findOne(DeliveryProof, { event: id }) : null;
  if (kept) kept.content = content;
  else em.create(DeliveryProof, { event: id, company, content });
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
  const by = withdrawalFor(target, known);
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
  return { event: await take(em, subject, { ...step, type, code: by.code }, content), isOwn: true };
}

/** The withdrawal of an event. @throws DomainError `invalid_event` where the event cannot be withdrawn */
function withdrawalFor({ type, id }: DocumentEvent, known: readonly DocumentEvent[]): Withdrawal {
  const isOfThese = type !== 'EVENT_WITHDRAWAL' && known.some((event) => event.id === id);
  const by = isOfThese && isReformEventType(type) ? withdrawalOf(type) : null;
  if (by) return by;
  const message = isOfThese
    ? 'é de um evento que a SEFAZ não deixa cancelar'
    : 'não é de um evento da reforma, de um insucesso na entrega nem de uma conciliação financeira, e só estes se cancelam assim';
  return refuse([{ path: 'eventId', message }]);
}

async function take(
  em: EntityManager,
  { company, owner, id, accessKey, about, audit }: Subject,
  { type, ...place }: { type: ReformEventType; code: string; sequence: number; refused: DocumentEvent | undefined },
  content: ReformContent,
): Promise<DocumentEvent> {
  const holder = { company: owner, type: 'NFE', accessKey, about } as const;
  const event = await takeEventAbout(em, holder, { ...place, type }, { content });
  recordFor(em, company, audit, id, { event: event.id, type });
  return event;
}

/** Refuses what the authority would certainly refuse. */
function checkIssued({ type: ofNote, status }: Document, { type }: EventRequest): void {
  checkModel(ofNote);
  if (status !== 'AUTHORIZED') {
    throw new DomainError('invalid_state', `Só uma NF-e AUTHORIZED recebe este evento; esta está ${status}.`);
  }
  checkAuthor(type, 'ISSUER');
}

function checkReceived({ model, eventCode, role, status }: ReceivedDocument, { type }: EventRequest): void {
  checkModel(model);
  if (eventCode !== '') {
    throw new DomainError('unsupported_document_type', 'Este documento é um evento; informe o id da NF-e dele.');
  }
  if (role !== 'RECIPIENT') {
    const message = 'é do destinatário da NF-e, e esta empresa não é a destinatária; a SEFAZ recusaria (575)';
    refuseAny([{ path: 'type', message }]);
  }
  if (status !== 'AUTHORIZED') {
    throw new DomainError('invalid_state', `Só uma NF-e AUTHORIZED recebe este evento; esta está ${status}.`);
  }
  checkAuthor(type, 'RECIPIENT');
}

function checkModel(type: DocumentType | ReceivedDocument['model']): void {
  if (type === 'NFE') return;
  throw new DomainError('unsupported_document_type', 'Este evento só existe para NF-e (modelo 55).');
}

function checkAuthor(type: ReformEventType, author: ReformAuthor): void {
  const issue = authorRefusal({ type, author });
  if (issue) refuseAny([issue]);
}

/** @throws DomainError `invalid_event` with all issues, if there are any */
function refuseAny(issues: Issue[]): void {
  if (isAnyFault(issues)) refuse(issues);
}

function refuse(issues: readonly [Issue, ...Issue[]]): never {
  throw new DomainError('invalid_event', `${faultsInWords(issues)}. Nada foi enviado.`, { issues: [...issues] });
}
