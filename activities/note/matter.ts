import { LockMode } from '@mikro-orm/core';
import { nextStep } from '../../domain/conversation/next-step.ts';
import type { EmissionEnd } from '../../domain/conversation/progress.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import type { Matter } from '../conversation/matter.ts';
import { endOfNote, loadNote, type NoteAttempt } from './attempt.ts';
import type { Judgement } from './judgement.ts';
import { messageAbout } from './messages.ts';
import { explain } from './prepare.ts';
import { settleNote } from './settlement.ts';

/** The matter of authorizing an NF-e or NFC-e. */
export const note: Matter<NoteAttempt, Judgement, EmissionEnd> = {
  authorityOf: () => sefaz,
  load: loadNote,
  next: ({ calls }, now) => nextStep(sefaz, calls, now),
  message: (state, step) => messageAbout(state, step),
  async settle(tx, { documentId, attempt }, judgement) {
    const { receipt } = judgement;
    if (receipt) await tx.em.nativeUpdate(Emission, { document: documentId, attempt }, { receipt });
    const document = await tx.em.findOneOrFail(Document, { id: documentId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (document.status !== 'PROCESSING' || document.attempt !== attempt) {
      return { kind: 'settled', end: endOfNote(document) };
    }
    return settleNote(tx, sefaz, document, judgement);
  },
  explain,
};
