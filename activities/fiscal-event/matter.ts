import { LockMode } from '@mikro-orm/core';
import type { Call, Message } from '../../domain/conversation/authority.ts';
import { nextStep } from '../../domain/conversation/next-step.ts';
import type { EventEnd, Progress } from '../../domain/conversation/progress.ts';
import { callsSinceRefusal } from '../../domain/conversation/since-refusal.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { type EventSubject, isNational } from '../../domain/documents/events/event-subject.ts';
import { idOfEvent } from '../../domain/nfe/events/event.ts';
import { authorizerOfKey, sefaz, sefazMessage } from '../../domain/sefaz/authority.ts';
import { consSitNFe, consStatServ, envEvento } from '../../domain/sefaz/messages.ts';
import { eventOutcomeOf } from '../../domain/sefaz/outcomes.ts';
import { procEventoNFe } from '../../domain/sefaz/proc-nfe.ts';
import { recordEvent, type Transaction } from '../../operations/outbox.ts';
import { callsAbout } from '../conversation/calls.ts';
import type { Conversation, Matter, SpokenStep } from '../conversation/matter.ts';
import { lockWithSignedXml } from '../conversation/prepare.ts';
import { obstacleProgress, unansweredProgress } from '../conversation/waits.ts';
import { type EventAnswer, readKey, readLot, readStatus } from './answer.ts';
import { explain } from './prepare.ts';
import { otherAsksAbout, subjectOf } from './subject.ts';

/** An attempt to register an event, with what its conversation needs. */
type EventAttempt = Conversation & {
  event: DocumentEvent;
  about: EventSubject;
  /** Questions about the same key that were asked for the note itself or for another event. */
  otherAsks: Call[];
};

/** The matter of registering an event. */
export const fiscalEvent: Matter<EventAttempt, EventAnswer, EventEnd> = {
  authorityOf: () => sefaz,
  async load(em, id, attempt) {
    const event = await em.findOneOrFail(DocumentEvent, { id }, { populate: ['signedXml'] });
    if (event.status !== 'PENDING' || event.attempt !== attempt) return { end: event.end() };
    const about = await subjectOf(em, id);
    const { environment, author: speaker } = about;
    const subject = idOfEvent(event, about);
    const calls = await callsAbout(em, sefaz, subject);
    const otherAsks = await otherAsksAbout(em, about, subject);
    return { state: { event, about, subject, environment, speaker, calls, otherAsks } };
  },
  next({ calls, otherAsks }, now) {
    const { before, since } = callsSinceRefusal(calls, eventOutcomeOf);
    return nextStep(sefaz, since, now, [...before, ...otherAsks]);
  },
  message: messageAbout,
  async settle(tx, { event: { id } }, answer) {
    const event = await tx.em.findOneOrFail(DocumentEvent, { id }, lockWithSignedXml);
    return event.status === 'PENDING' ? settle(tx, event, answer) : { kind: 'settled', end: event.end() };
  },
  explain,
};

function messageAbout({ event, about }: EventAttempt, step: SpokenStep): Message<EventAnswer> {
  const { accessKey, environment } = about;
  const at = authorizerOfKey(accessKey, environment);
  switch (step.do) {
    case 'send': {
      const message = envEvento({ idLote: String(Date.now()), signedEvento: event.signedXml ?? '' });
      const to = { ...at, isNational: isNational(event) };
      return sefazMessage(to, { service: 'RecepcaoEvento', message, read: readLot });
    }
    case 'poll':
    case 'ask': {
      const message = consSitNFe({ environment, chNFe: accessKey });
      const read = (raw: string): EventAnswer => readKey(raw, event);
      return sefazMessage(at, { service: 'NfeConsultaProtocolo', message, read });
    }
    case 'checkService': {
      const message = consStatServ({ environment, state: at.state });
      return sefazMessage(at, { service: 'NfeStatusServico', message, read: readStatus });
    }
  }
}

async function settle(tx: Transaction, event: DocumentEvent, answer: EventAnswer): Promise<Progress<EventEnd>> {
  const { cStat, xMotivo, result, proc, outcome } = answer;
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Consultando o evento ${sefaz.called.at} (${words})`;
  if (outcome === null) return unansweredProgress(asking);
  switch (outcome.kind) {
    case 'registered': {
      const registeredAt = result?.dhRegEvento ? new Date(result.dhRegEvento) : new Date();
      const procXml = proc ?? (result ? procEventoNFe(event.signedXml ?? '', result.raw) : null);
      event.register({ cStat, reason: xMotivo, protocol: result?.nProt ?? null, registeredAt, procXml });
      await takeEffect(tx, event, registeredAt);
      return { kind: 'settled', end: event.end() };
    }
    case 'rejected':
      event.refuse(xMotivo, cStat);
      return { kind: 'settled', end: event.end() };
    case 'alreadyThere':
      return unansweredProgress(asking);
    default:
      return obstacleProgress(sefaz, outcome, { words, asking });
  }
}

/** What a registered event changes in its document. */
async function takeEffect(tx: Transaction, event: DocumentEvent, registeredAt: Date): Promise<void> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const document = await tx.em.findOneOrFail(Document, { id: event.document }, lock);
  switch (event.type) {
    case 'CANCELLATION':
    case 'CANCELLATION_BY_SUBSTITUTION':
      document.cancel(event.justification ?? '', registeredAt);
      return recordEvent(tx, 'DOCUMENT_CANCELLED', document);
    case 'CORRECTION_LETTER':
    case 'DELIVERY_RECEIPT':
    case 'DELIVERY_RECEIPT_REMOVAL':
      document.updatedAt = new Date();
  }
}
