import { LockMode } from '@mikro-orm/core';
import type { SchemaFault } from '../../adapters/schemas/faults.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { Authority, EventOutcome, AuthorityService, Message } from '../../domain/conversation/authority.ts';
import { callsSinceRefusal, absenceOfEvent, nextStep } from '../../domain/conversation/next-step.ts';
import type { EventEnd, Progress } from '../../domain/conversation/progress.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { type EventSubject, idOfEvent } from '../../domain/documents/events/event.ts';
import { isReformEventType } from '../../domain/documents/events/reform/table.ts';
import { isServiceEventType } from '../../domain/documents/events/service/table.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import * as sefaz from '../../domain/sefaz/outcomes.ts';
import * as sefin from '../../domain/sefin/outcomes.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { recordEvent, recordLetter, type Transaction } from '../../operations/outbox.ts';
import { conclusionsBeside, takeManifestation } from '../../operations/received/manifested.ts';
import { callsAbout } from '../conversation/calls.ts';
import { refuseFaults, validIdentity } from '../conversation/local-rejection.ts';
import { authorityOf, type Matter, type SendingStep } from '../conversation/matter.ts';
import { lockWithSignedXml, rowPreparation } from '../conversation/prepare.ts';
import { explainIn, obstacleProgress, unansweredProgress } from '../conversation/waits.ts';
import type { Parts } from '../parts.ts';
import { recordEpecRegistered, nextEpecStep, readEpecAnswer, recordEpecRefused } from './epec.ts';
import { type EventAnswer, type EventAttempt, otherAsksAbout, subjectOf } from './event-attempt.ts';
import * as goodsLayout from './goods-layout.ts';
import * as goods from './goods-messages.ts';
import * as service from './service-messages.ts';

/** Writes what an open attempt waits for into its row. */
export const explainEvent = explainIn({ table: 'document_event', words: 'reason', open: 'PENDING' });

/** How an event is prepared. */
export const eventPreparation = rowPreparation<DocumentEvent, EventEnd>({
  find: (em, which) => em.findOne(DocumentEvent, which, lockWithSignedXml),
  async signedXml(em, event, parts) {
    const about = await subjectOf(em, event.id);
    if (isMadeByAuthority(event, about)) return null;
    const { signer } = await validIdentity(em, about.author, parts);
    const { xml, faults } = await speechOf[about.type].signedEvent(em, { event, about, signer }, parts);
    refuseFaults(faults);
    if (event.document) await em.nativeUpdate(Document, { id: event.document }, { updatedAt: parts.now() });
    return xml;
  },
  explain: explainEvent,
  typeOf: ({ type }) => type,
  async refused(tx, event, reason, now) {
    if (event.type === 'EPEC') await recordEpecRefused(tx, await documentOf(tx, event), { reason, cStat: null });
    await touchSubject(tx, event, now);
  },
});

/** How events of some types of document are laid out, sent and read. */
type EventSpeech = {
  /** What a code of the authority means for an event. */
  eventOutcomeOf: (code: string) => EventOutcome;
  /** The event as it will be sent, with the faults that the schema finds in it. */
  signedEvent: (
    em: EntityManager,
    of: { event: DocumentEvent; about: EventSubject; signer: Signer },
    parts: Parts,
  ) => Promise<{ xml: string; faults: SchemaFault[] }>;
  /** The service to which it is sent, where an actor judges that service; else null. */
  authorityServiceOf: (state: EventAttempt) => AuthorityService | null;
  messageAbout: (state: EventAttempt, step: SendingStep) => Message<EventAnswer>;
};

const ofGoods: EventSpeech = { ...goodsLayout, ...goods, eventOutcomeOf: sefaz.eventOutcomeOf };
const ofServices: EventSpeech = { ...service, eventOutcomeOf: sefin.eventOutcomeOf };

/** The `EventSpeech` of each type of document. */
const speechOf: Record<DocumentType, EventSpeech> = { NFE: ofGoods, NFCE: ofGoods, NFSE: ofServices };

/**
 * Whether the authority makes the event itself, so that it is only asked for: issuing an NFS-e that replaces another one registers the event of
 * that.
 */
function isMadeByAuthority({ type }: DocumentEvent, about: Pick<EventSubject, 'type'>): boolean {
  return type === 'CANCELLATION_BY_SUBSTITUTION' && traitsOf[about.type].authority === 'SEFIN';
}

/** The matter of registering an event. */
export const eventMatter: Matter<EventAttempt, EventAnswer, EventEnd> = {
  idName: 'eventId',
  logFieldsOf: ({ event: { document }, about: { accessKey } }) => ({
    accessKey,
    ...(document ? { documentId: document } : {}),
  }),
  authorityOf: ({ about }) => authorityOf(about.type),
  async load(em, id, attempt) {
    const event = await em.findOneOrFail(DocumentEvent, { id }, { populate: ['signedXml'] });
    if (event.status !== 'PENDING' || event.attempt !== attempt) return { end: event.endOfAttempt() };
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
      lacking: absenceOfEvent,
      servingAt,
    });
    return step.do === 'send' && isMadeByAuthority(event, about) ? { do: 'ask' } : step;
  },
  authorityServiceOf: (state) => speechOf[state.about.type].authorityServiceOf(state),
  message: (state, step) => speechOf[state.about.type].messageAbout(state, step),
  async settle(tx, { event: { id }, about, calls }, answer, now) {
    const event = await tx.em.findOneOrFail(DocumentEvent, { id }, lockWithSignedXml);
    if (event.status !== 'PENDING') return { kind: 'settled', end: event.endOfAttempt() };
    const read = event.type === 'EPEC' ? readEpecAnswer(answer, calls) : answer;
    return settle(tx, authorityOf(about.type), event, { ...read, now });
  },
  explain: explainEvent,
  tellPerson: null,
};

async function settle(
  tx: Transaction,
  authority: Authority,
  event: DocumentEvent,
  { cStat, xMotivo, outcome, registration, now }: EventAnswer & { now: Date },
): Promise<Progress<EventEnd>> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Consultando o evento ${authority.called.at} (${words})`;
  if (outcome === null) return unansweredProgress(asking);
  switch (outcome.kind) {
    case 'registered': {
      const { protocol = null, procXml = null } = registration ?? {};
      const registeredAt = registration?.registeredAt ?? now;
      event.register({ cStat, reason: xMotivo, protocol, registeredAt, procXml });
      await takeEffect(tx, event, registeredAt);
      await touchSubject(tx, event, now);
      tx.ended.push({ what: 'event', type: event.type, outcome: 'registered', cStat });
      return { kind: 'settled', end: event.endOfAttempt() };
    }
    case 'rejected':
      if (event.type === 'EPEC') await recordEpecRefused(tx, await documentOf(tx, event), { reason: words, cStat });
      event.refuse(xMotivo, cStat);
      await touchSubject(tx, event, now);
      tx.ended.push({ what: 'event', type: event.type, outcome: 'rejected', cStat });
      return { kind: 'settled', end: event.endOfAttempt() };
    case 'alreadyThere':
      return unansweredProgress(asking);
    default:
      return obstacleProgress(authority, outcome, { words, asking, now });
  }
}

/** Applies a registered event to the note that it is about. */
async function takeEffect(tx: Transaction, event: DocumentEvent, registeredAt: Date): Promise<void> {
  if (isReformEventType(event.type) || isServiceEventType(event.type)) return; // The event itself is all of it
  switch (event.type) {
    case 'CANCELLATION':
    case 'CANCELLATION_BY_SUBSTITUTION': {
      if (event.replacedNote) return settleReplaced(tx, event, registeredAt);
      const document = await documentOf(tx, event);
      // An NFS-e that was replaced is cancelled already, since the other one was authorized.
      if (document.status === 'CANCELLED') return;
      document.cancel(event.justification ?? '', registeredAt);
      return recordEvent(tx, 'DOCUMENT_CANCELLED', document);
    }
    case 'CORRECTION_LETTER':
      return recordLetter(tx, await documentOf(tx, event), event.sequence);
    case 'DELIVERY_RECEIPT':
    case 'DELIVERY_RECEIPT_REMOVAL':
      return; // As above
    case 'EPEC':
      return recordEpecRegistered(await documentOf(tx, event), registeredAt);
    case 'MANIFESTATION':
      return takeManifestation(tx, event);
  }
}

/**
 * Sets `updatedAt` of the note that an event is about, once the event has ended: the note shows the event, whatever became of it. A manifestation
 * sets it by itself, where it changes the note's `manifestation`; a note that another replaced is shown nowhere.
 */
async function touchSubject(tx: Transaction, event: DocumentEvent, now: Date): Promise<void> {
  const { document, receivedDocument } = event;
  if (document) (await documentOf(tx, event)).updatedAt = now;
  else if (receivedDocument && event.type !== 'MANIFESTATION')
    await tx.em.nativeUpdate(ReceivedDocument, { id: receivedDocument }, { updatedAt: now });
}

/** The document of our own that an event is about, locked. */
function documentOf(tx: Transaction, { id, document }: DocumentEvent): Promise<Document> {
  if (!document) throw new TypeError(`event ${id} is about no own document`);
  return tx.em.findOneOrFail(Document, { id: document }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Settles a note that another replaced, once its cancellation is registered: one valid note of the sale is left. */
async function settleReplaced(
  { em, replaced: told }: Transaction,
  { replacedNote, cStat = null, reason = null }: DocumentEvent,
  registeredAt: Date,
): Promise<void> {
  const replaced = await em.findOneOrFail(
    ReplacedNote,
    { id: replacedNote ?? '' },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  told.add(replaced.id);
  replaced.settle('CANCELLED', { cStat, reason, at: registeredAt });
}
