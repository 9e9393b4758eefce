import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import { type ServiceEventType, serviceEventTypes } from '../../domain/document-types.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import { nextServiceEvent, type ServiceContent } from '../../domain/documents/events/service/next.ts';
import { authorIn } from '../../domain/documents/events/service/parties.ts';
import { type ServiceAuthor, serviceEvents } from '../../domain/documents/events/service/table.ts';
import { DomainError } from '../../domain/errors.ts';
import { parseNfseKey } from '../../domain/nfse-key.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { receivedXml } from '../received/files.ts';
import { findReceived } from '../received/find-received.ts';
import { type CommittedEvent, type EventToRegister, nextEventToRegister, takeEventAbout } from './take-event.ts';

/** An event of an NFS-e as one of its parties requests it. */
export type ServiceEventRequest = { type: ServiceEventType; content: ServiceContent };

/** The NFS-e of an event, and what the company is to it. */
type Subject = {
  company: ActingCompany;
  owner: string;
  id: string;
  accessKey: string;
  author: ServiceAuthor | null;
  about: { document: string } | { receivedDocument: string };
  audit: AuditAction;
};

/**
 * Requests an event about an issued NFS-e: finds the same one where it is under way or registered, tries it again after a refusal, or else creates
 * it.
 *
 * @throws NotFound
 * @throws DomainError `invalid_event`, `invalid_state`, `unsupported_document_type`
 * @throws AuthorityRejected
 */
export function registerServiceAboutIssued(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  asked: ServiceEventRequest,
): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, async (em, document) => {
    const { id, type, status, accessKey, company: owner } = document;
    checkModel(type);
    checkStatus(status);
    const of = { company, owner, id, accessKey: accessKey ?? '', about: { document: id } };
    return next(em, { ...of, author: 'ISSUER', audit: 'DOCUMENT_EVENT_REQUESTED' }, asked);
  });
}

/**
 * As `registerServiceAboutIssued`, about a received NFS-e, of which the company is taker, intermediary or provider.
 *
 * @throws NotFound
 * @throws DomainError `invalid_event`, `invalid_state`, `unsupported_document_type`
 * @throws AuthorityRejected
 */
export async function registerServiceAboutReceived(
  orm: Orm,
  company: ActingCompany,
  id: string,
  asked: ServiceEventRequest,
): Promise<CommittedEvent> {
  checkReceived(await inCompany(orm, company.id, (em) => findReceived(em, id)));
  const author = authorIn((await receivedXml(orm, company, id)).xml, company.taxId);
  return inCompany(orm, company.id, async (em) => {
    const note = await findReceived(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    checkReceived(note);
    const { accessKey, company: owner } = note;
    const of = { company, owner, id, accessKey, author, about: { receivedDocument: id } };
    const event = await next(em, { ...of, audit: 'RECEIVED_EVENT_REQUESTED' }, asked);
    return { ...event, accessKey, authority: 'SEFIN' };
  });
}

async function next(
  em: EntityManager,
  { company, owner, id, accessKey, author, about, audit }: Subject,
  { type, content }: ServiceEventRequest,
): Promise<EventToRegister> {
  const code = codeFor(type, author);
  checkGenerator(accessKey);
  const known = await em.find(DocumentEvent, { ...about, type: { $in: [...serviceEventTypes] } });
  const step = nextServiceEvent(known, { type, content });
  if (step.kind === 'taken') {
    const message = `Esta NFS-e já tem o evento "${titleOfEvent(step.event)}" desta empresa, e só um é permitido. Consulte os eventos da nota.`;
    throw new DomainError('invalid_state', message);
  }
  if (step.kind !== 'make') return { event: step.event, isOwn: step.kind === 'find' };
  const holder = { company: owner, type: 'NFSE', accessKey, about } as const;
  const event = await takeEventAbout(em, holder, { type, code, sequence: 1, refused: step.refused }, content);
  recordFor(em, company, audit, id, { event: event.id, type });
  return { event, isOwn: true };
}

const authors: Record<ServiceAuthor, string> = {
  ISSUER: 'o emitente',
  PROVIDER: 'o prestador',
  TAKER: 'o tomador',
  INTERMEDIARY: 'o intermediário',
};

/** The tpEvento of an event that this party registers. @throws DomainError `invalid_event` where the party cannot register it */
function codeFor(type: ServiceEventType, author: ServiceAuthor | null): string {
  const code = author && serviceEvents[type].by[author]?.code;
  if (code) return code;
  const isOfIssuer = 'ISSUER' in serviceEvents[type].by;
  const sayer = isOfIssuer ? 'só o emitente da NFS-e' : 'só o tomador, o intermediário ou o prestador que não a emitiu';
  const who = author ? `desta nota a empresa é ${authors[author]}` : 'desta nota a empresa não é parte';
  const message = `é um evento que ${sayer} registra, e ${who}; a SEFIN recusaria (E0813)`;
  throw new DomainError('invalid_event', `type ${message}. Nada foi enviado.`, { issues: [{ path: 'type', message }] });
}

/**
 * Refuses events about an NFS-e that a municipality's own system generated: SEFIN does not have it (E0831), and the ADN, which may take
 * manifestations about it, publishes no address for them.
 */
function checkGenerator(accessKey: string): void {
  if (parseNfseKey(accessKey).generator === '2') return;
  const message =
    'é de uma NFS-e do sistema próprio do município, que a SEFIN Nacional não guarda (E0831): registre o evento no portal do município';
  throw new DomainError('invalid_event', `type ${message}. Nada foi enviado.`, { issues: [{ path: 'type', message }] });
}

function checkReceived({ model, eventCode, status }: ReceivedDocument): void {
  checkModel(model);
  if (eventCode !== '') {
    throw new DomainError('unsupported_document_type', 'Este documento é um evento; informe o id da NFS-e dele.');
  }
  checkStatus(status);
}

function checkModel(type: string): void {
  if (type === 'NFSE') return;
  throw new DomainError('unsupported_document_type', 'Este evento só existe para NFS-e.');
}

function checkStatus(status: string): void {
  if (status === 'AUTHORIZED') return;
  throw new DomainError('invalid_state', `Só uma NFS-e AUTHORIZED tem este evento; esta está ${status}.`);
}
