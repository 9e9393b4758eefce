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
    /** Made by the form, so that a form that is sent twice makes one row. */
    id: p.uuid().primary(),
    office: () => p.manyToOne(Office).mapToPk(),
    /** Name of the person who asked for it. */
    author: p.string().length(200),
    noteCount: p.integer(),
    /** When it was last worked on; null before that. */
    workedAt: p.datetime().nullable(),
    /** When the last of its notes was asked for or refused. */
    finishedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['office', 'createdAt'] }],
});

/** An office's request to declare awareness (210210) of many received notes, of one or more of its companies, in each company's name. */
export class BulkAnswer extends BulkAnswerSchema.class {}
BulkAnswerSchema.setClass(BulkAnswer);

const BulkAnswerNoteSchema = defineEntity({
  name: 'BulkAnswerNote',
  tableName: 'bulk_answer_note',
  ...ownedByOffice,
  policies: [...ownedByOffice.policies, withinPart],
  properties: {
    bulkAnswer: () => p.manyToOne(BulkAnswer).primary().mapToPk().deleteRule('cascade'),
    /** Without a foreign key: an office cannot see rows of a company. */
    receivedDocument: p.uuid().primary().fieldName('received_document_id'),
    company: () => p.manyToOne(Company).mapToPk(),
    office: () => p.manyToOne(Office).mapToPk(),
    /** The event that was asked for, or was there already; null while the note waits its turn, and where it was refused. */
    event: p.uuid().fieldName('event_id').nullable(),
    /** Why no event was asked for, in Portuguese. */
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

/** One note of a bulk answer, and what came of it. */
export class BulkAnswerNote extends BulkAnswerNoteSchema.class {}
BulkAnswerNoteSchema.setClass(BulkAnswerNote);
