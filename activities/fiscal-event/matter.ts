import { LockMode } from '@mikro-orm/core';
import type { Authority } from '../../domain/conversation/authority.ts';
import { lackingEvent, nextStep } from '../../domain/conversation/next-step.ts';
import type { EventEnd, Progress } from '../../domain/conversation/progress.ts';
import { callsSinceRefusal } from '../../domain/conversation/since-refusal.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { idOfEvent } from '../../domain/documents/events/event-id.ts';
import { recordEvent, type Transaction } from '../../operations/outbox.ts';
import { conclusionsBeside, takeManifestation } from '../../operations/received/manifested.ts';
import { authorityOf } from '../authorities.ts';
import { callsAbout } from '../conversation/calls.ts';
import type { Matter } from '../conversation/matter.ts';
import { lockWithSignedXml } from '../conversation/prepare.ts';
import { obstacleProgress, unansweredProgress } from '../conversation/waits.ts';
import type { EventAnswer } from './answer.ts';
import type { EventAttempt } from './attempt.ts';
import { explain } from './prepare.ts';
import { isMadeByAuthority, speechOf } from './speech.ts';
import { otherAsksAbout, subjectOf } from './subject.ts';
import { announced, readEpecAnswer, nextEpecStep, unannounced } from './epec.ts';
import { settleReplaced } from './replaced.ts';

/** The matter of registering an event. */
export const fiscalEvent: Matter<EventAttempt, EventAnswer, EventEnd> = {
  idName: 'eventId',
  logFieldsOf: ({ event: { document }, about: { accessKey } }) => ({
    accessKey,
    ...(document ? { documentId: document } : {}),
  }),
  authorityOf: ({ about }) => authorityOf(about.type),
  async load(em, id, attempt) {
    const event = await em.findOneOrFail(DocumentEvent, { id }, { populate: ['signedXml'] });
    if (event.status !== 'PENDING' || event.attempt !== attempt) return { end: event.end() };
    const about = await subjectOf(em, id);
    const { environment, author: speaker } = about;
    const subject = idOfEvent(event, about);
    const calls = await callsAbout(em, authorityOf(about.type), subject);
    const otherAsks = await otherAsksAbout(em, about, subject);
    const otherConclusions = event.receivedDocument ? await conclusionsBeside(em, event) : 0;
    return { state: { event, about, subject, environment, speaker, calls, otherAsks, otherConclusions } };
  },
  next({ event, about, calls, otherAsks }, now, servingAt = null) {
    const { before, since } = callsSinceRefusal(calls, speechOf[about.type].eventOutcomeOf);
    if (event.type === 'EPEC') return nextEpecStep(since, now, servingAt);
    const step = nextStep(authorityOf(about.type), since, now, {
      otherAsks: [...before, ...otherAsks],
      lacking: lackingEvent,
      servingAt,
    });
    return step.do === 'send' && isMadeByAuthority(event, about) ? { do: 'ask' } : step;
  },
  judgedOf: (state) => speechOf[state.about.type].judgedOf(state),
  message: (state, step) => speechOf[state.about.type].messageAbout(state, step),
  async settle(tx, { event: { id }, about, calls }, answer) {
    const event = await tx.em.findOneOrFail(DocumentEvent, { id }, lockWithSignedXml);
    if (event.status !== 'PENDING') return { kind: 'settled', end: event.end() };
    const read = event.type === 'EPEC' ? readEpecAnswer(answer, calls) : answer;
    return settle(tx, authorityOf(about.type), event, read);
  },
  explain,
  tellPerson: null,
};

async function settle(
  tx: Transaction,
  authority: Authority,
  event: DocumentEvent,
  { cStat, xMotivo, outcome, registration }: EventAnswer,
): Promise<Progress<EventEnd>> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Consultando o evento ${authority.called.at} (${words})`;
  if (outcome === null) return unansweredProgress(asking);
  switch (outcome.kind) {
    case 'registered': {
      const { protocol = null, procXml = null } = registration ?? {};
      const registeredAt = registration?.registeredAt ?? new Date();
      event.register({ cStat, reason: xMotivo, protocol, registeredAt, procXml });
      await takeEffect(tx, event, registeredAt);
      tx.ended.push({ what: 'event', type: event.type, outcome: 'registered', cStat });
      return { kind: 'settled', end: event.end() };
    }
    case 'rejected':
      if (event.type === 'EPEC') await unannounced(tx, await documentOf(tx, event), { reason: words, cStat });
      event.refuse(xMotivo, cStat);
      tx.ended.push({ what: 'event', type: event.type, outcome: 'rejected', cStat });
      return { kind: 'settled', end: event.end() };
    case 'alreadyThere':
      return unansweredProgress(asking);
    default:
      return obstacleProgress(authority, outcome, { words, asking });
  }
}

/** What a registered event changes in what it is about. */
async function takeEffect(tx: Transaction, event: DocumentEvent, registeredAt: Date): Promise<void> {
  switch (event.type) {
    case 'CANCELLATION':
    case 'CANCELLATION_BY_SUBSTITUTION': {
      if (event.replacedNote) return settleReplaced(tx, event, registeredAt);
      const document = await documentOf(tx, event);
      // An NFS-e that was replaced is cancelled since the other one was authorized.
      if (document.status === 'CANCELLED') return;
      document.cancel(event.justification ?? '', registeredAt);
      return recordEvent(tx, 'DOCUMENT_CANCELLED', document);
    }
    case 'CORRECTION_LETTER':
    case 'DELIVERY_RECEIPT':
    case 'EPEC':
      return announced(await documentOf(tx, event), registeredAt);
    case 'DELIVERY_RECEIPT_REMOVAL':
      (await documentOf(tx, event)).updatedAt = new Date();
      return;
    case 'MANIFESTATION':
      return takeManifestation(tx, event);
  }
}

/** The own document of an event, locked. */
function documentOf(tx: Transaction, { id, document }: DocumentEvent): Promise<Document> {
  if (!document) throw new TypeError(`event ${id} is about no own document`);
  return tx.em.findOneOrFail(Document, { id: document }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
