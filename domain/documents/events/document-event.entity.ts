import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../../columns.ts';
import { Company } from '../../companies/company.entity.ts';
import { atMost, ownedByCompany } from '../../companies/ownership.ts';
import { attemptColumns, claimed, refused, tryingAgain, waitsNoMore } from '../../conversation/attempt-columns.ts';
import type { EventEnd } from '../../conversation/progress.ts';
import { documentEventTypes } from '../../document-types.ts';
import { ReceivedDocument } from '../../received/received-document.entity.ts';
import { Document } from '../document.entity.ts';
import { ReplacedNote } from '../replaced-note.entity.ts';
import type { DeliveryReceipt } from './delivery-receipts.ts';
import type { ReformContent } from './reform/content.ts';

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
    id: uuidKey(),
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
    ...attemptColumns(),
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
    /** Of an event of the reform. */
    content: p.json<ReformContent>().nullable(),
    procXml: p.text().lazy().nullable(),
    occurredAt: p.datetime(),
    registeredAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
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
    {
      name: 'document_event_answer_by_update',
      expression: `create index "document_event_answer_by_update" on "document_event" ("company_id", "updated_at") where "received_document_id" is not null`,
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
  Pick<DocumentEvent, 'justification' | 'reasonCode' | 'substituteKey' | 'correction' | 'delivery' | 'content'>
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
  /** The workflow of the present attempt takes the event over. */
  claim(): void {
    Object.assign(this, claimed(this));
  }

  /** The authority registered the event. */
  register({ cStat, reason, protocol, registeredAt, procXml }: Registration): void {
    this.status = 'REGISTERED';
    Object.assign(this, { ...waitsNoMore, cStat, reason, protocol, registeredAt, procXml });
  }

  /** The attempt ended without registration; `cStat` is null where it was not the authority that refused. */
  refuse(reason: string, cStat: string | null = null): void {
    Object.assign(this, refused(reason, cStat));
  }

  /** Starts the next attempt, in place of a refused one; what the content does not name stays. */
  tryAgain({ justification, reasonCode, substituteKey, correction, delivery, content }: EventContent): void {
    Object.assign(this, { ...tryingAgain(this), occurredAt: new Date(), procXml: null, protocol: null });
    if (justification !== undefined) this.justification = justification;
    if (reasonCode !== undefined) this.reasonCode = reasonCode;
    if (substituteKey !== undefined) this.substituteKey = substituteKey;
    if (correction !== undefined) this.correction = correction;
    if (delivery !== undefined) this.delivery = delivery;
    if (content !== undefined) this.content = content;
  }

  /** How the last attempt ended; for an event that is not PENDING. */
  end(): EventEnd {
    const status = this.status === 'REGISTERED' ? 'REGISTERED' : 'REJECTED';
    return { status, cStat: this.cStat ?? null, reason: this.reason ?? null };
  }
}
DocumentEventSchema.setClass(DocumentEvent);

const DeliveryProofSchema = defineEntity({
  name: 'DeliveryProof',
  tableName: 'delivery_proof',
  ...ownedByCompany,
  properties: {
    event: () => p.manyToOne(DocumentEvent).primary().mapToPk(),
    company: () => p.manyToOne(Company).mapToPk().index(),
    content: p.uint8array(),
  },
});

/** The file that proves a delivery, as it was sent; the event has its type. Separate from the event, which is read far more often. */
export class DeliveryProof extends DeliveryProofSchema.class {}
DeliveryProofSchema.setClass(DeliveryProof);
