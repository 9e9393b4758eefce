import { defineEntity, p } from '@mikro-orm/core';
import { ownedByOffice } from '../companies/ownership.ts';
import { Document } from '../documents/document.entity.ts';
import { Office } from '../offices/office.entity.ts';
import { Closing } from './closing.entity.ts';
import type { DocumentFacts } from './facts.ts';

const ClosingDocumentSchema = defineEntity({
  name: 'ClosingDocument',
  tableName: 'closing_document',
  ...ownedByOffice,
  properties: {
    closing: () => p.manyToOne(Closing).primary().mapToPk().deleteRule('cascade'),
    document: () => p.manyToOne(Document).primary().mapToPk(),
    office: () => p.manyToOne(Office).mapToPk(),
    /** The document's when it went in: one that has another by now goes in again. */
    status: p.string().length(20),
    facts: p.json<DocumentFacts>(),
    /** Number of the part that it went into. */
    part: p.integer(),
  },
  indexes: [{ properties: ['document'] }, { properties: ['closing', 'part'] }],
});

/** A document that has gone into a closing's ZIP, for as long as the ZIP is being made. */
export class ClosingDocument extends ClosingDocumentSchema.class {}
ClosingDocumentSchema.setClass(ClosingDocument);
