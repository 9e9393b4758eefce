import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { documentEventTypes } from '../document-types.ts';
import type { Delivery } from './delivery.ts';
import { Document } from './document.entity.ts';

export const documentEventStatuses = ['PENDING', 'REGISTERED', 'REJECTED'] as const;

const DocumentEventSchema = defineEntity({
  name: 'DocumentEvent',
  tableName: 'document_event',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
    document: () => p.manyToOne(Document).mapToPk(),
    type: p.enum(documentEventTypes),
    /** tpEvento. */
    code: p.string().length(6),
    /** nSeqEvento. */
    sequence: p.integer(),
    status: p.enum(documentEventStatuses).default('PENDING'),
    attempt: p.integer().default(1),
    claimedAt: p.datetime().nullable(),
    /** Of a cancellation. */
    justification: p.text().nullable(),
    /** Of a cancellation by substitution: key of the note that took the place of this one (chNFeRef). */
    substituteKey: p.string().length(44).nullable(),
    /** Of a correction letter. */
    correction: p.text().nullable(),
    /** Of a delivery receipt. */
    delivery: p.json<Delivery>().nullable(),
    protocol: p.string().length(17).nullable(),
    cStat: p.string().length(8).nullable(),
    /** The authority's words, or why it could not be sent; what is waited for while it is PENDING. */
    reason: p.text().nullable(),
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
  uniques: [{ properties: ['document', 'code', 'sequence'] }],
});

/** Something registered, or to be registered, about an authorized document. */
export class DocumentEvent extends DocumentEventSchema.class {}
DocumentEventSchema.setClass(DocumentEvent);
