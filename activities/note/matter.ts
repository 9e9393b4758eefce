import { LockMode } from '@mikro-orm/core';
import { nextStep } from '../../domain/conversation/next-step.ts';
import { callsSinceRefusal } from '../../domain/conversation/since-refusal.ts';
import type { EmissionEnd } from '../../domain/conversation/progress.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import type { Matter } from '../conversation/matter.ts';
import { authorityOf } from '../authorities.ts';
import { tellNotices } from '../tell-notices.ts';
import { endOfNote, loadNote, type NoteAttempt } from './attempt.ts';
import type { ReadAnswer } from './read-answer.ts';
import { explain } from './explain.ts';
import { holdOf, inAnotherForm } from './goods/other-form.ts';
import { notSentAfterRestore } from './restored.ts';
import { settleNote } from './settlement.ts';
import { speechOf } from './speech.ts';

/** What the settlement of a service reads of its document: populated later, each would be a statement of its own. */
const readForService = ['payload', 'computed'] as const;

/** The matter of authorizing a document. */
export const note: Matter<NoteAttempt, ReadAnswer, EmissionEnd> = {
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
  judgedOf: (state) => speechOf[state.type].judgedOf(state),
  message: (state, step) => speechOf[state.type].messageAbout(state, step),
  async settle(tx, { documentId, attempt, type }, answer) {
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
    return settleNote(tx, authorityOf(type), document, answer);
  },
  explain,
  otherwise: inAnotherForm,
  tellPerson: tellNotices,
};
