import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../../companies/company.entity.ts';
import { atMost, ownedByCompany } from '../../companies/ownership.ts';
import type { EventEnd } from '../../conversation/progress.ts';
import { waitsFor, waitsNoMore } from '../../conversation/wait-columns.ts';
import { waitKinds } from '../../conversation/waiting.ts';
import { documentEventTypes } from '../../document-types.ts';
import { ReplacedNote } from '../replaced/replaced-note.entity.ts';
import { ReceivedDocument } from '../../received/received-document.entity.ts';
import { Document } from '../document.entity.ts';
import type { DeliveryReceipt } from './delivery-receipt.ts';

export const documentEventStatuses = ['PENDING', 'REGISTERED', 'REJECTED'] as const;

/** A manifestation that another system registered came by the distribution. */
const unregistered =
  `(((status <> 'REGISTERED'::text) AND (signed_xml IS NULL) AND (proc_xml IS NULL) AND (protocol IS NULL)) OR ` +
  `((type = 'MANIFESTATION'::text) AND registered_elsewhere(received_document_id, (code)::text, sequence)))`;

const DocumentEventSchema = defineEntity({
  name: 'DocumentEvent',
  tableName: 'document_event',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, atMost('insert', unregistered), atMost('update', unregistered)],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The own document or the received one that it is about: or a replaced note: exactly one of them. */
    document: () => p.manyToOne(Document).mapToPk().nullable().deleteRule('no action'),
    receivedDocument: () => p.manyToOne(ReceivedDocument).mapToPk().nullable().deleteRule('no action'),
    /** The note that another attempt of the same sale replaced, where it is about that one. */
    replacedNote: () => p.manyToOne(ReplacedNote).mapToPk().nullable().deleteRule('no action'),
    type: p.enum(documentEventTypes),
    /** tpEvento. */
    code: p.string().length(6),
    /** nSeqEvento. */
    sequence: p.integer(),
    status: p.enum(documentEventStatuses).default('PENDING'),
    attempt: p.integer().default(1),
    claimedAt: p.datetime().nullable(),
    /** Of a cancellation, and of the manifestation that an operation did not take place. */
    justification: p.text().nullable(),
    /** Of a cancellation of NFS-e: cMotivo. */
    reasonCode: p.string().length(2).nullable(),
    /** Of a cancellation by substitution: key of the note that replaces this one (chNFeRef, chSubstituta). */
    substituteKey: p.string().length(50).nullable(),
    /** Of a correction letter. */
    correction: p.text().nullable(),
    /** Of a delivery receipt. */
    delivery: p.json<DeliveryReceipt>().nullable(),
    protocol: p.string().length(17).nullable(),
    cStat: p.string().length(8).nullable(),
    /** The authority's words, or why it could not be sent; while PENDING, what it waits for. */
    reason: p.text().nullable(),
    /** Since when it waits for that kind of thing, and until when where that is known; null with `waitingKind`. */
    waitingKind: p.enum(waitKinds).nullable(),
    waitingSince: p.datetime().nullable(),
    waitingUntil: p.datetime().nullable(),
    signedXml: p.text().lazy().nullable(),
    procXml: p.text().lazy().nullable(),
    occurredAt: p.datetime(),
    registeredAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
  uniques: [
    { properties: ['document', 'code', 'sequence'] },
    { properties: ['receivedDocument', 'code', 'sequence'] },
    { properties: ['replacedNote', 'code', 'sequence'] },
  ],
  indexes: [
    {
      name: 'document_event_waiting',
      expression: `create index "document_event_waiting" on "document_event" ("waiting_since") where "waiting_kind" is not null`,
    },
    {
      name: 'document_event_manifestation',
      expression: `create index "document_event_manifestation" on "document_event" ("company_id", "occurred_at") where "received_document_id" is not null and "status" = 'REGISTERED'`,
    },
  ],
  checks: [
    {
      name: 'document_event_one_subject',
      expression: 'num_nonnulls("document_id", "received_document_id", "replaced_note_id") = 1',
    },
  ],
});

/** The content of an event, in the columns of its type. */
export type EventContent = Partial<
  Pick<DocumentEvent, 'justification' | 'reasonCode' | 'substituteKey' | 'correction' | 'delivery'>
>;

/** The authority's registration of an event. */
export type Registration = {
  cStat: string;
  reason: string;
  protocol: string | null;
  registeredAt: Date;
  procXml: string | null;
};

/** Something registered, or to be registered, about an authorized document, our own or a received one. */
export class DocumentEvent extends DocumentEventSchema.class {
  /** An attempt that has not ended: the condition under which a single statement may write to it. */
  static open(id: string, attempt: number) {
    return { id, attempt, status: 'PENDING' } as const;
  }

  /** An attempt that no workflow has taken over: it can be withdrawn. */
  static unclaimed(id: string, attempt: number) {
    return { ...DocumentEvent.open(id, attempt), claimedAt: null } as const;
  }

  /** What withdrawing an unclaimed attempt sets. */
  static withdrawn(reason: string) {
    return { status: 'REJECTED', reason, ...waitsNoMore, updatedAt: new Date() } as const;
  }

  /** The workflow of the present attempt takes the event over. */
  claim(): void {
    this.claimedAt = new Date();
    this.reason = null;
    if (this.waitingKind !== 'ANSWER') Object.assign(this, waitsFor('ANSWER'));
  }

  /** The authority registered the event. */
  register({ cStat, reason, protocol, registeredAt, procXml }: Registration): void {
    this.status = 'REGISTERED';
    Object.assign(this, waitsNoMore);
    this.cStat = cStat;
    this.reason = reason;
    this.protocol = protocol;
    this.registeredAt = registeredAt;
    this.procXml = procXml;
  }

  /** The attempt ended without registration; `cStat` is null where it was not the authority that refused. */
  refuse(reason: string, cStat: string | null = null): void {
    this.status = 'REJECTED';
    Object.assign(this, waitsNoMore);
    this.cStat = cStat;
    this.reason = reason;
  }

  /** Starts the next attempt, in place of a refused one. */
  tryAgain({ justification, reasonCode, substituteKey, correction, delivery }: EventContent): void {
    this.status = 'PENDING';
    Object.assign(this, waitsFor('START'));
    this.attempt += 1;
    this.occurredAt = new Date();
    this.claimedAt = null;
    this.signedXml = null;
    this.procXml = null;
    this.cStat = null;
    this.reason = null;
    this.protocol = null;
    if (justification !== undefined) this.justification = justification;
    if (reasonCode !== undefined) this.reasonCode = reasonCode;
    if (substituteKey !== undefined) this.substituteKey = substituteKey;
    if (correction !== undefined) this.correction = correction;
    if (delivery !== undefined) this.delivery = delivery;
  }

  /** How the last attempt ended; for an event that is not PENDING. */
  end(): EventEnd {
    const status = this.status === 'REGISTERED' ? 'REGISTERED' : 'REJECTED';
    return { status, cStat: this.cStat ?? null, reason: this.reason ?? null };
  }
}
DocumentEventSchema.setClass(DocumentEvent);
