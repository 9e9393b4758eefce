import { LockMode } from '@mikro-orm/core';
import { Context } from '@temporalio/activity';
import type { AuthorityService, Message } from '../../domain/conversation/authority.ts';
import { callsSinceRefusal, nextStep } from '../../domain/conversation/next-step.ts';
import type { EmissionEnd } from '../../domain/conversation/progress.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { seriesAndNumber } from '../../domain/documents/emission-title.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { takePresentRecords } from '../../operations/documents/present-records.ts';
import { authorityOf, type ExplainWait, type Matter, type SendingStep } from '../conversation/matter.ts';
import type { Preparation } from '../conversation/prepare.ts';
import { explainIn } from '../conversation/waits.ts';
import { MendNeeded } from '../wait-for-mend.ts';
import { epecOf } from '../fiscal-event/epec.ts';
import { checkMunicipality } from '../municipality.ts';
import { tellNotices } from '../notices.ts';
import { askingAfterRestore, notSentAfterRestore } from '../restored/unknown-notes.ts';
import { endOfNote, loadNote, type NoteAttempt } from './attempt.ts';
import * as goods from './goods-messages.ts';
import { issue, rejectDocument } from './issue.ts';
import { readIssuingInputs } from './issuing-inputs.ts';
import { holdOf, inAnotherForm } from './other-form.ts';
import * as service from './service-messages.ts';
import { type ReadAnswer, settleNote } from './settlement.ts';

const explainWait = explainIn({ table: 'document', words: 'waiting_for', open: 'PROCESSING' });

/** Writes that a note waits for transmission: since its contingency began, and until its term, however often it was tried meanwhile. */
const transmissionWait = `
  update document set waiting_for = ?, waiting_kind = 'TRANSMISSION', waiting_since = coalesce(contingency_since, now()),
    waiting_until = contingency_transmit_by
  where id = ? and attempt = ? and status = 'PROCESSING'`;

/**
 * Writes that a note waits for an answer, unless it waits for transmission: a turn that began before the note was out (while its EPEC was
 * registered) does not know that, and only whoever lets notes go ends that wait.
 */
const answerWait = `
  update document set waiting_for = ?, waiting_kind = 'ANSWER', waiting_until = ?,
    waiting_since = case when waiting_kind = 'ANSWER' then waiting_since else clock_timestamp() end
  where id = ? and attempt = ? and status = 'PROCESSING' and waiting_kind is distinct from 'TRANSMISSION'`;

/** Writes what an open attempt waits for into its row. */
export const explainNote: ExplainWait = (em, id, attempt, wait) => {
  const { kind, reason, until } = wait;
  if (kind === 'TRANSMISSION') return em.execute(transmissionWait, [reason, id, attempt]);
  if (kind === 'ANSWER') return em.execute(answerWait, [reason, until, id, attempt]);
  return explainWait(em, id, attempt, wait);
};

const lockedWithPayload = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['payload'] } as const;

/** How a document is prepared: numbered, built, signed, checked and stored as the emission of its current attempt. */
export const notePreparation: Preparation<
  Document,
  NoteAttempt,
  EmissionEnd,
  { accessKey: string | null; number: string }
> = {
  async claim(em, id, attempt) {
    const document = await em.findOne(Document, Document.open(id, attempt), lockedWithPayload);
    document?.claim(thisRun());
    return document;
  },
  async sign(em, document, parts, hasAsked) {
    const inputs = await readIssuingInputs(em, document);
    if (inputs.prepared) return { facts: { ...inputs.prepared, number: seriesAndNumber(document) }, unsaid: null };
    if (inputs.restored && !inputs.restored.isAsked) throw new MendNeeded(askingAfterRestore);
    await takePresentRecords(em, document);
    if (document.type === 'NFSE') await checkMunicipality(em, document, { inputs, hasAsked }, parts);
    const { subject, accessKey = null, signedXml, digestValue } = await issue(em, document, inputs, parts);
    const events = await epecOf(em, document);
    const { id: documentId, attempt, company: companyId, type, environment } = document;
    const { taxId, certificateId } = inputs;
    const facts = { accessKey, number: seriesAndNumber(document) };
    // An earlier attempt may have spoken about this subject: a DPS is called by its number, and a corrected note keeps its key; in a restored
    // database the note may have been sent before. A note that is out already is transmitted when its service's judge lets it go.
    const isPerhapsSaid =
      (subject !== accessKey && attempt > 1) ||
      inputs.kept !== null ||
      inputs.restored !== null ||
      document.isPaperOut();
    if (isPerhapsSaid) return { facts, unsaid: null, events };
    return {
      facts,
      unsaid: {
        documentId,
        attempt,
        type,
        environment,
        subject,
        prepared: { subject, accessKey, signedXml, digestValue, receipt: null },
        speaker: { companyId, taxId, certificateId },
        // A new number or a new cNF: no message was ever about this key.
        calls: [],
        takesAny: false,
        goods: null,
        isRestored: false,
      },
    };
  },
  explain: explainNote,
  async refuse(tx, document, reason) {
    await rejectDocument(tx, document, { reason });
    return 'REJECTED';
  },
  async endOf(em, id, attempt) {
    const document = await em.findOne(Document, { id, attempt, runId: thisRun(), status: { $ne: 'PROCESSING' } });
    return document && endOfNote(document);
  },
};

const thisRun = (): string | null => Context.current().info.workflowExecution?.runId ?? null;

/** How notes of a type are sent and read. */
type NoteSpeech = {
  /** The service to which it is sent, where an actor judges that service; else null. */
  authorityServiceOf: (state: NoteAttempt) => AuthorityService | null;
  /** The message of a step. */
  messageAbout: (state: NoteAttempt, step: SendingStep) => Message<ReadAnswer>;
  /** The question about an access key that a person wants to adopt. */
  askAbout: (state: NoteAttempt, accessKey: string) => Message<ReadAnswer>;
};

/** The `NoteSpeech` of each type of document. */
export const speechOf: Record<DocumentType, NoteSpeech> = { NFE: goods, NFCE: goods, NFSE: service };

/** What settling a service reads of its document: loaded with it, because loading each later would cost a statement. */
const readForService = ['payload', 'computed'] as const;

/** The matter of authorizing a document. */
export const noteMatter: Matter<NoteAttempt, ReadAnswer, EmissionEnd> = {
  idName: 'documentId',
  logFieldsOf: ({ prepared: { accessKey } }) => (accessKey === null ? {} : { accessKey }),
  authorityOf: ({ type }) => authorityOf(type),
  load: loadNote,
  next(state, now, servingAt) {
    const { type, calls } = state;
    const hold = holdOf(state);
    if (hold) return hold;
    const authority = authorityOf(type);
    const { before, since } = callsSinceRefusal(calls, authority.outcomeOf);
    const step = nextStep(authority, since, now, { otherAsks: before, servingAt });
    return state.isRestored && step.do === 'send' ? notSentAfterRestore : step;
  },
  authorityServiceOf: (state) => speechOf[state.type].authorityServiceOf(state),
  message: (state, step) => speechOf[state.type].messageAbout(state, step),
  async settle(tx, { documentId, attempt, type }, answer, now) {
    const { receipt, foundKey } = answer;
    if (receipt) await tx.em.nativeUpdate(Emission, { document: documentId, attempt }, { receipt });
    if (foundKey) await tx.em.nativeUpdate(Emission, { document: documentId, attempt }, { accessKey: foundKey });
    const document = await tx.em.findOneOrFail(
      Document,
      { id: documentId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, populate: type === 'NFSE' ? readForService : [] },
    );
    if (document.status !== 'PROCESSING' || document.attempt !== attempt) {
      return { kind: 'settled', end: endOfNote(document) };
    }
    return settleNote(tx, authorityOf(type), document, answer, now);
  },
  explain: explainNote,
  otherwise: inAnotherForm,
  tellPerson: tellNotices,
};
