import { defineEntity, p } from '@mikro-orm/core';
import { ApiKey } from '../access/api-key.entity.ts';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { ownedByOffice } from '../companies/ownership.ts';
import { Document } from '../documents/document.entity.ts';
import { Office } from '../offices/office.entity.ts';
import { Closing } from './closing.entity.ts';
import type { DocumentFacts } from './facts.ts';
import { memberKinds } from './manifest.ts';

const ClosingDocumentSchema = defineEntity({
  name: 'ClosingDocument',
  tableName: 'closing_document',
  ...ownedByOffice,
  properties: {
    closing: () => p.manyToOne(Closing).primary().mapToPk().deleteRule('cascade'),
    document: () => p.manyToOne(Document).primary().mapToPk(),
    office: () => p.manyToOne(Office).mapToPk(),
    /** The document's status when it went in: a document that has another one by now goes in again. */
    status: p.string().length(20),
    facts: p.json<DocumentFacts>(),
    /** Number of the part of the ZIP that has it. */
    part: p.integer(),
  },
  indexes: [{ properties: ['document'] }, { properties: ['closing', 'part'] }],
});

/** A document that has gone into a closing's ZIP; kept as long as the ZIP is being made. */
export class ClosingDocument extends ClosingDocumentSchema.class {}
ClosingDocumentSchema.setClass(ClosingDocument);

const ClosingMemberSchema = defineEntity({
  name: 'ClosingMember',
  tableName: 'closing_member',
  ...ownedByOffice,
  properties: {
    closing: () => p.manyToOne(Closing).primary().mapToPk().deleteRule('cascade'),
    /** Its path in the ZIP; a file that is written again replaces the first one. */
    name: p.string().length(200).primary(),
    office: () => p.manyToOne(Office).mapToPk(),
    kind: p.enum(memberKinds),
    /** Id of the document, the event or the inutilization that the file is of, by which those not yet in the ZIP are found. */
    documentId: p.uuid().nullable(),
    subjectId: p.uuid().nullable(),
    /** Offset of its header in the ZIP, in bytes. */
    offset: p.bigint('number'),
    /** Method of compression: 0 stored, 8 deflated. */
    method: p.smallint(),
    crc32: p.bigint('number'),
    size: p.bigint('number'),
    storedSize: p.bigint('number'),
    /** Whether its sizes are written behind its content. */
    streamed: p.boolean().default(false),
    modifiedAt: p.datetime(),
    /** SHA-256 of the content, lowercase hex. */
    sha256: p.string().length(64),
    /** Number of the part of the ZIP that has it. */
    part: p.integer(),
  },
  indexes: [
    { properties: ['closing', 'offset'] },
    { properties: ['closing', 'documentId'] },
    { properties: ['closing', 'subjectId'] },
    { properties: ['closing', 'part'] },
  ],
});

/** A file in a closing's ZIP; kept as long as the ZIP is being made, whose directory and manifest are written from these rows. */
export class ClosingMember extends ClosingMemberSchema.class {}
ClosingMemberSchema.setClass(ClosingMember);

const ClosingLinkSchema = defineEntity({
  name: 'ClosingLink',
  tableName: 'closing_link',
  ...ownedByOffice,
  properties: {
    id: uuidKey(),
    office: () => p.manyToOne(Office).mapToPk(),
    closing: () => p.manyToOne(Closing).mapToPk().deleteRule('cascade'),
    /** SHA-256 of the token, lowercase hex; the token itself is never stored. */
    tokenHash: p.string().length(64).unique(),
    apiKey: () => p.manyToOne(ApiKey).mapToPk().deleteRule('cascade'),
    expiresAt: p.datetime(),
    /** When office or company lost the right to the link, which does not come back; set by triggers. */
    endedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['expiresAt'] }, { properties: ['closing'] }],
});

/** A link by which a closing's ZIP is downloaded for an hour, where the store makes no links of its own. */
export class ClosingLink extends ClosingLinkSchema.class {}
ClosingLinkSchema.setClass(ClosingLink);
