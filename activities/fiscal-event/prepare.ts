import { LockMode } from '@mikro-orm/core';
import type { EventEnd } from '../../domain/conversation/progress.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { explainIn } from '../conversation/explain.ts';
import {
  lockWithSignedXml,
  perhapsSaid,
  type Preparation,
  refuseFaults,
  validIdentity,
} from '../conversation/prepare.ts';
import { unannounced } from './epec.ts';
import { isMadeByAuthority, speechOf } from './speech.ts';
import { subjectOf } from './subject.ts';

/** Writes what an open attempt waits for into its row. */
export const explain = explainIn({ table: 'document_event', words: 'reason', open: 'PENDING' });

/** How an event is prepared. */
export const eventPreparation: Preparation<DocumentEvent, never, EventEnd> = {
  async claim(em, id, attempt) {
    const event = await em.findOne(DocumentEvent, DocumentEvent.open(id, attempt), lockWithSignedXml);
    event?.claim();
    return event;
  },
  async sign(em, event, parts) {
    if (event.signedXml) return perhapsSaid;
    const about = await subjectOf(em, event.id);
    if (isMadeByAuthority(event, about)) return perhapsSaid;
    const { signedEvent } = speechOf[about.type];
    const { signer } = await validIdentity(em, about.author, parts);
    const { xml, faults } = await signedEvent(em, { event, about, signer }, parts);
    refuseFaults(faults);
    event.signedXml = xml;
    if (event.document) await em.nativeUpdate(Document, { id: event.document }, { updatedAt: new Date() });
    return perhapsSaid;
  },
  explain,
  async refuse(tx, event, reason) {
    if (event.type === 'EPEC' && event.document) {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
      await unannounced(tx, await tx.em.findOneOrFail(Document, { id: event.document }, lock), { reason, cStat: null });
    }
    event.refuse(reason);
    tx.ended.push({ what: 'event', type: event.type, outcome: 'rejected', cStat: null });
    return event.end();
  },
  async endOf(em, id, attempt) {
    const ended = { id, attempt, claimedAt: { $ne: null }, status: { $ne: 'PENDING' } } as const;
    const event = await em.findOne(DocumentEvent, ended);
    return event && event.end();
  },
};
