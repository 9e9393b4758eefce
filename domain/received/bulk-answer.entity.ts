import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByOffice, withinPart } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';

const BulkAnswerSchema = defineEntity({
  name: 'BulkAnswer',
  tableName: 'bulk_answer',
  ...ownedByOffice,
  properties: {
    /** Drawn by the form, so that one that is sent twice makes one. */
    id: p.uuid().primary(),
    office: () => p.manyToOne(Office).mapToPk(),
    /** Name of who asked for it. */
    author: p.string().length(200),
    noteCount: p.integer(),
    /** When somebody last worked on it; null before anybody did. */
    workedAt: p.datetime().nullable(),
    /** When each of its notes had been asked for, or refused. */
    finishedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['office', 'createdAt'] }],
});

/** That an office is aware of (210210) many received notes, of as many of its companies as they are of, in the name of each. */
export class BulkAnswer extends BulkAnswerSchema.class {}
BulkAnswerSchema.setClass(BulkAnswer);

const BulkAnswerNoteSchema = defineEntity({
  name: 'BulkAnswerNote',
  tableName: 'bulk_answer_note',
  ...ownedByOffice,
  policies: [...ownedByOffice.policies, withinPart],
  properties: {
    bulkAnswer: () => p.manyToOne(BulkAnswer).primary().mapToPk().deleteRule('cascade'),
    /** No foreign key: an office sees no row of a company. */
    receivedDocument: p.uuid().primary().fieldName('received_document_id'),
    company: () => p.manyToOne(Company).mapToPk(),
    office: () => p.manyToOne(Office).mapToPk(),
    /** The event that was asked for or found; null while the note waits its turn, and where it was refused. */
    event: p.uuid().fieldName('event_id').nullable(),
    /** In Portuguese, why nothing was asked for. */
    refusal: p.text().nullable(),
  },
  indexes: [
    { properties: ['company'] },
    { properties: ['office'] },
    {
      name: 'bulk_answer_note_open',
      expression: `create index "bulk_answer_note_open" on "bulk_answer_note" ("bulk_answer_id", "company_id", "received_document_id") where "event_id" is null and "refusal" is null`,
    },
  ],
});

/** One of those notes, and what came of it. */
export class BulkAnswerNote extends BulkAnswerNoteSchema.class {}
BulkAnswerNoteSchema.setClass(BulkAnswerNote);
