import { defineEntity, p } from '@mikro-orm/core';
import { ownedByOffice } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';
import { Closing } from './closing.entity.ts';
import { memberKinds } from './words.ts';

const ClosingMemberSchema = defineEntity({
  name: 'ClosingMember',
  tableName: 'closing_member',
  ...ownedByOffice,
  properties: {
    closing: () => p.manyToOne(Closing).primary().mapToPk().deleteRule('cascade'),
    /** Its path in the ZIP; one that is written again replaces the first. */
    name: p.string().length(200).primary(),
    office: () => p.manyToOne(Office).mapToPk(),
    kind: p.enum(memberKinds),
    /** What it is of: a document, an event of one, an inutilization. By id, to find what is not in yet. */
    documentId: p.uuid().nullable(),
    subjectId: p.uuid().nullable(),
    /** Where its header begins in the ZIP. */
    offset: p.bigint('number'),
    /** 0 stored, 8 deflated. */
    method: p.smallint(),
    crc32: p.bigint('number'),
    size: p.bigint('number'),
    storedSize: p.bigint('number'),
    /** Whether its sizes stand behind it. */
    streamed: p.boolean().default(false),
    modifiedAt: p.datetime(),
    /** Of the content, lowercase hex. */
    sha256: p.string().length(64),
    /** Number of the part that it went into. */
    part: p.integer(),
  },
  indexes: [
    { properties: ['closing', 'offset'] },
    { properties: ['closing', 'documentId'] },
    { properties: ['closing', 'subjectId'] },
    { properties: ['closing', 'part'] },
  ],
});

/** A file in a closing's ZIP, for as long as the ZIP is being made: its directory and its manifest are written from these. */
export class ClosingMember extends ClosingMemberSchema.class {}
ClosingMemberSchema.setClass(ClosingMember);
