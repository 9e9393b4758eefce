import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../../columns.ts';
import { Company } from '../../companies/company.entity.ts';
import { atMost, ownedByCompany } from '../../companies/ownership.ts';
import {
  attemptColumns,
  claimed,
  refusedColumns,
  tryingAgain,
  waitsNoMore,
} from '../../conversation/attempt-columns.ts';
import type { EventEnd } from '../../conversation/progress.ts';
import { documentEventTypes } from '../../document-types.ts';
import { ReceivedDocument } from '../../received/received-document.entity.ts';
import { Document } from '../document.entity.ts';
import { ReplacedNote } from '../replaced-note.entity.ts';
import type { DeliveryReceipt } from './delivery-receipts.ts';
import type { ReformContent } from './reform/content.ts';

export const documentEventStatuses = ['PENDING', 'REGISTERED', 'REJECTED'] as const;

/**
 * What logins of companies (`tenantRole`) may write: an event that is not registered; or a manifestation that another system registered and the
 * distribution brought.
 */
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
    /** The note that the event is about: exactly one of own document, received document and replaced note. */
    document: () => p.manyToOne(Document).mapToPk().nullable().deleteRule('no action'),
    receivedDocument: () => p.manyToOne(ReceivedDocument).mapToPk().nullable().deleteRule('no action'),
    /** The note that another attempt of the same sale replaced. */
    replacedNote: () => p.manyToOne(ReplacedNote).mapToPk().nullable().deleteRule('no action'),
    type: p.enum(documentEventTypes),
    /** tpEvento. */
    code: p.string().length(6),
    /** nSeqEvento. */
    sequence: p.integer(),
    status: p.enum(documentEventStatuses).default('PENDING'),
    ...attemptColumns(),
    /** Of a cancellation, of the manifestation that an operation did not take place, and of events that a party of an NFS-e asks for. */
    justification: p.text().nullable(),
    /** cMotivo, of a cancellation or another event of an NFS-e. */
    reasonCode: p.string().length(2).nullable(),
    /** Of a cancellation by substitution: access key of the note that replaces this one (chNFeRef, chSubstituta). */
    substituteKey: p.string().length(50).nullable(),
    /** Text of a correction letter. */
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

/** The content of an event; each type uses columns of its own. */
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

/** An event that is registered, or to be registered, about an authorized note: our own, received, or replaced. */
export class DocumentEvent extends DocumentEventSchema.class {
  /** The workflow of the present attempt claims the event. */
  claim(): void {
    Object.assign(this, claimed(this));
  }

  /** The authority registered the event. */
  register({ cStat, reason, protocol, registeredAt, procXml }: Registration): void {
    this.status = 'REGISTERED';
    Object.assign(this, { ...waitsNoMore, cStat, reason, protocol, registeredAt, procXml });
  }

  /** Ends the attempt without registration; `cStat` is null where it was not the authority that refused. */
  refuse(reason: string, cStat: string | null = null): void {
    Object.assign(this, refusedColumns(reason, cStat));
  }

  /** Starts the next attempt after a refused one; columns that `EventContent` does not name stay. */
  tryAgain({ justification, reasonCode, substituteKey, correction, delivery, content }: EventContent): void {
    Object.assign(this, { ...tryingAgain(this), occurredAt: new Date(), procXml: null, protocol: null });
    if (justification !== undefined) this.justification = justification;
    if (reasonCode !== undefined) this.reasonCode = reasonCode;
    if (substituteKey !== undefined) this.substituteKey = substituteKey;
    if (correction !== undefined) this.correction = correction;
    if (delivery !== undefined) this.delivery = delivery;
    if (content !== undefined) this.content = content;
  }

  /** How the last attempt ended. Only for an event that is not PENDING. */
  endOfAttempt(): EventEnd {
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

/** The file that proves a delivery, as it was sent; its type is in the event. It has a table of its own because events are read far more often. */
export class DeliveryProof extends DeliveryProofSchema.class {}
DeliveryProofSchema.setClass(DeliveryProof);
