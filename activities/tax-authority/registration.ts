import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { DocumentEvent } from '../../domain/documents/document-event.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { eventSubject } from '../../domain/documents/event-subject.ts';
import { nextStep } from '../../domain/emission/next-step.ts';
import type { EventEnd, Progress } from '../../domain/emission/progress.ts';
import { sinceRefusal } from '../../domain/emission/since-refusal.ts';
import { keyModel } from '../../domain/nfe/access-key.ts';
import { consSitNFe, consStatServ, envEvento } from '../../domain/sefaz/messages.ts';
import { procEventoNFe } from '../../domain/sefaz/proc-nfe.ts';
import { callsAbout, closeCall, otherAsksAbout } from '../calls.ts';
import { isNational } from '../fiscal-event.ts';
import { recordEvent, wake } from '../outbox.ts';
import type { Parts } from '../parts.ts';
import { converse, type Heard, type Topic } from './converse.ts';
import { type EventAnswer, readKey, readLot, readStatus } from './event-answer.ts';
import { certificateMissing, obstacleProgress, unansweredProgress, unheardProgress, waitProgress } from './waits.ts';

type Subject = { event: DocumentEvent; document: Document; topic: Topic };

/** The next step of registering an event; see the activity `register`. */
export async function registerStep(parts: Parts, eventId: string, attempt: number): Promise<Progress<EventEnd>> {
  const em = acrossCompanies(parts.orm);
  const progress = await progressOf(parts, em, eventId, attempt);
  if (progress.kind !== 'settled') {
    const { reason } = progress;
    await em.nativeUpdate(DocumentEvent, { id: eventId, attempt, status: 'PENDING' }, { reason });
  }
  return progress;
}

async function progressOf(
  parts: Parts,
  em: EntityManager,
  eventId: string,
  attempt: number,
): Promise<Progress<EventEnd>> {
  const event = await em.findOneOrFail(DocumentEvent, { id: eventId }, { populate: ['signedXml'] });
  if (event.status !== 'PENDING' || event.attempt !== attempt) return { kind: 'settled', end: endOf(event) };
  const document = await em.findOneOrFail(Document, { id: event.document });
  const [company, identity] = await Promise.all([
    em.findOneOrFail(Company, { id: event.company }),
    parts.identities.of(em, event.company),
  ]);
  if (!identity || identity.notAfter <= new Date()) {
    return certificateMissing;
  }
  const { id, settings } = company;
  const topic = {
    company: { id, state: settings?.address.state ?? '' },
    environment: document.environment,
    model: keyModel(document.accessKey ?? ''),
    identity,
    subject: eventSubject(event, document),
  };
  return takeStep(parts, em, { event, document, topic });
}

async function takeStep(parts: Parts, em: EntityManager, of: Subject): Promise<Progress<EventEnd>> {
  const { topic, event, document } = of;
  const { subject } = topic;
  const now = Date.now();
  const { before, since } = sinceRefusal(await callsAbout(em, subject));
  const step = nextStep(since, now, [...before, ...(await otherAsksAbout(em, document, { subject, now }))]);
  switch (step.do) {
    case 'wait':
    case 'stop':
      return waitProgress(step);
    case 'send': {
      const message = envEvento({ idLote: String(Date.now()), signedEvento: event.signedXml ?? '' });
      return hear(
        parts,
        of,
        await converse(parts, topic, {
          service: 'RecepcaoEvento',
          message,
          read: readLot,
          isNational: isNational(event),
        }),
      );
    }
    case 'poll':
    case 'ask': {
      const message = consSitNFe({ environment: topic.environment, chNFe: document.accessKey ?? '' });
      const read = (raw: string): EventAnswer => readKey(raw, event);
      return hear(parts, of, await converse(parts, topic, { service: 'NfeConsultaProtocolo', message, read }));
    }
    case 'checkService': {
      const message = consStatServ({ environment: topic.environment, state: topic.company.state });
      return hear(parts, of, await converse(parts, topic, { service: 'NfeStatusServico', message, read: readStatus }));
    }
  }
}

async function hear(parts: Parts, of: Subject, heard: Heard<EventAnswer>): Promise<Progress<EventEnd>> {
  if (heard.kind !== 'answer') return unheardProgress(heard);
  const { answer, callId, raw } = heard;
  const { cStat, xMotivo } = answer.result ?? answer;
  const { endpoints, progress } = await acrossCompanies(parts.orm).transactional(async (tx) => {
    await closeCall(tx, callId, { cStat, answer: raw });
    const event = await tx.findOneOrFail(
      DocumentEvent,
      { id: of.event.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] },
    );
    if (event.status !== 'PENDING') return { endpoints: [], progress: { kind: 'settled', end: endOf(event) } as const };
    return settle(tx, event, { ...answer, cStat, xMotivo });
  });
  await wake(parts, endpoints);
  return progress;
}

async function settle(
  em: EntityManager,
  event: DocumentEvent,
  { cStat, xMotivo, result, proc, outcome }: EventAnswer,
): Promise<{ endpoints: string[]; progress: Progress<EventEnd> }> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Consultando o evento na SEFAZ (${words})`;
  const goOn = (progress: Progress<EventEnd>) => ({ endpoints: [], progress });
  if (outcome === null) return goOn(unansweredProgress(asking));
  switch (outcome.kind) {
    case 'registered': {
      const registeredAt = result?.dhRegEvento ? new Date(result.dhRegEvento) : new Date();
      const procXml = proc ?? (result ? procEventoNFe(event.signedXml ?? '', result.raw) : null);
      const protocol = result?.nProt ?? null;
      em.assign(event, { status: 'REGISTERED', cStat, reason: xMotivo, protocol, registeredAt, procXml });
      const endpoints = await takeEffect(em, event, registeredAt);
      return { endpoints, progress: { kind: 'settled', end: endOf(event) } };
    }
    case 'rejected':
      em.assign(event, { status: 'REJECTED', cStat, reason: xMotivo });
      return { endpoints: [], progress: { kind: 'settled', end: endOf(event) } };
    case 'alreadyThere':
      return goOn(unansweredProgress(asking));
    default:
      return goOn(obstacleProgress(outcome, words, asking));
  }
}

/** What a registered event changes in its document. @returns the endpoints to wake */
async function takeEffect(em: EntityManager, event: DocumentEvent, registeredAt: Date): Promise<string[]> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const document = await em.findOneOrFail(Document, { id: event.document }, lock);
  switch (event.type) {
    case 'CANCELLATION':
    case 'CANCELLATION_BY_SUBSTITUTION':
      document.cancel(event.justification ?? '', registeredAt);
      return recordEvent(em, 'DOCUMENT_CANCELLED', document);
    case 'CORRECTION_LETTER':
    case 'DELIVERY_RECEIPT':
    case 'DELIVERY_RECEIPT_REMOVAL':
      document.updatedAt = new Date();
      return [];
  }
}

function endOf({ status, cStat, reason }: DocumentEvent): EventEnd {
  return { status: status === 'REGISTERED' ? 'REGISTERED' : 'REJECTED', cStat: cStat ?? null, reason: reason ?? null };
}
