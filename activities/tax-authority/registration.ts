import { LockMode } from '@mikro-orm/core';
import { acrossCompanies, type EntityManager } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { DocumentEvent } from '../../domain/documents/document-event.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { nextStep } from '../../domain/emission/next-step.ts';
import type { EventEnd, Progress } from '../../domain/emission/progress.ts';
import { readRetConsSitNFe, readRetConsStatServ, readRetEnvEvento } from '../../domain/sefaz/answers.ts';
import type { EventResult } from '../../domain/sefaz/event-result.ts';
import { consSitNFe, consStatServ, envEvento } from '../../domain/sefaz/messages.ts';
import { type EventOutcome, eventOutcomeOf } from '../../domain/sefaz/outcomes.ts';
import { procEventoNFe } from '../../domain/sefaz/proc-nfe.ts';
import { callsAbout, closeCall } from '../calls.ts';
import { eventSubject } from '../fiscal-event.ts';
import { recordEvent, wake } from '../outbox.ts';
import type { Parts } from '../parts.ts';
import { converse, type Heard, type Topic } from './converse.ts';
import {
  certificateMissing,
  faultProgress,
  mendProgress,
  pausedProgress,
  throttledProgress,
  waitProgress,
} from './waits.ts';

type Subject = { event: DocumentEvent; document: Document; topic: Topic };
/**
 * One answer about an event: the result where the authority has one, and the whole procEventoNFe where it was asked for. Only the answer to
 * the event itself judges it; a question that finds nothing, or is refused, says nothing about it.
 */
type Said = { cStat: string; xMotivo: string; result: EventResult | null; proc: string | null; judges: boolean };

/** The next step of registering an event; see the activity `register`. */
export async function registerStep(parts: Parts, eventId: string, attempt: number): Promise<Progress<EventEnd>> {
  const em = acrossCompanies(parts.orm);
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
    identity,
    subject: eventSubject(event, document),
  };
  return takeStep(parts, em, { event, document, topic });
}

async function takeStep(parts: Parts, em: EntityManager, of: Subject): Promise<Progress<EventEnd>> {
  const { topic, event, document } = of;
  const step = nextStep(await callsAbout(em, topic.subject), Date.now());
  switch (step.do) {
    case 'wait':
    case 'stop':
      return waitProgress(step);
    case 'send': {
      const message = envEvento({ idLote: String(Date.now()), signedEvento: event.signedXml ?? '' });
      return hear(parts, of, await converse(parts, topic, { service: 'RecepcaoEvento', message, read: readLot }));
    }
    case 'poll':
    case 'ask': {
      const message = consSitNFe({ environment: topic.environment, chNFe: document.accessKey ?? '' });
      const read = (raw: string): Said => readKey(raw, event);
      return hear(parts, of, await converse(parts, topic, { service: 'NfeConsultaProtocolo', message, read }));
    }
    case 'checkService': {
      const message = consStatServ({ environment: topic.environment, state: topic.company.state });
      return hear(parts, of, await converse(parts, topic, { service: 'NfeStatusServico', message, read: readStatus }));
    }
  }
}

async function hear(parts: Parts, of: Subject, heard: Heard<Said>): Promise<Progress<EventEnd>> {
  if (heard.kind === 'fault') return faultProgress(heard);
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
    const outcome = answer.proc === null ? eventOutcomeOf(cStat) : ({ kind: 'registered' } as const);
    return settle(tx, event, { ...answer, cStat, xMotivo }, outcome);
  });
  await wake(parts.orm, endpoints).catch((error: unknown) => parts.logger.warn('could not wake endpoints', { error }));
  return progress;
}

async function settle(
  em: EntityManager,
  event: DocumentEvent,
  { cStat, xMotivo, result, proc, judges }: Said,
  outcome: EventOutcome,
): Promise<{ endpoints: string[]; progress: Progress<EventEnd> }> {
  const words = `${cStat} - ${xMotivo}`;
  const goOn = (progress: Progress<EventEnd>) => ({ endpoints: [], progress });
  switch (outcome.kind) {
    case 'registered': {
      const document = await em.findOneOrFail(
        Document,
        { id: event.document },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      const registeredAt = result?.dhRegEvento ? new Date(result.dhRegEvento) : new Date();
      const procXml = proc ?? (result ? procEventoNFe(event.signedXml ?? '', result.raw) : null);
      em.assign(event, {
        status: 'REGISTERED',
        cStat,
        reason: xMotivo,
        protocol: result?.nProt ?? null,
        registeredAt,
        procXml,
      });
      document.cancel(event.justification ?? '', registeredAt);
      const endpoints = await recordEvent(em, 'DOCUMENT_CANCELLED', document);
      return { endpoints, progress: { kind: 'settled', end: endOf(event) } };
    }
    case 'rejected':
      if (!judges) return goOn(unanswered(words));
      em.assign(event, { status: 'REJECTED', cStat, reason: xMotivo });
      return { endpoints: [], progress: { kind: 'settled', end: endOf(event) } };
    case 'alreadyThere':
      return goOn(unanswered(words));
    case 'throttled':
      return goOn(throttledProgress(words));
    case 'mend':
      return goOn(mendProgress(words));
    case 'wait':
      if (outcome.reason === 'paused' || outcome.reason === 'stopped') {
        return goOn(pausedProgress(words));
      }
      return goOn(unanswered(words));
  }
}

function unanswered(words: string): Progress<never> {
  return { kind: 'wait', pause: 'unanswered', reason: `Consultando o evento na SEFAZ (${words})` };
}

function endOf({ status, cStat, reason }: DocumentEvent): EventEnd {
  return { status: status === 'REGISTERED' ? 'REGISTERED' : 'REJECTED', cStat: cStat ?? null, reason: reason ?? null };
}

const readLot = (raw: string): Said => {
  const { cStat, xMotivo, events } = readRetEnvEvento(raw);
  return { cStat, xMotivo, result: events[0] ?? null, proc: null, judges: true };
};
const readStatus = (raw: string): Said => ({ ...readRetConsStatServ(raw), result: null, proc: null, judges: false });

/** The event among those registered for the key; the answer alone where it is not there. */
function readKey(raw: string, { code, sequence }: DocumentEvent): Said {
  const { cStat, xMotivo, events } = readRetConsSitNFe(raw);
  const found = events.find(({ result }) => result.tpEvento === code && result.nSeqEvento === sequence);
  return { cStat, xMotivo, result: found?.result ?? null, proc: found?.raw ?? null, judges: false };
}
