import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { Restoration } from './restoration.entity.ts';

const FoundNoteSchema = defineEntity({
  name: 'FoundNote',
  tableName: 'found_note',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
    restoration: () => p.manyToOne(Restoration).mapToPk(),
    environment: p.enum(environments),
    model: p.string().length(4),
    series: p.integer(),
    number: p.integer(),
    /** Null where the authority says that the number is used, and not by which key. */
    accessKey: p.string().length(50).nullable(),
    cStat: p.string().length(8).nullable(),
    protocol: p.string().length(17).nullable(),
    /** Of what was signed: the sale of the same digest is the one of this note. */
    digestValue: p.string().length(28).nullable(),
    /** The document that it turned out to be. */
    documentId: p.uuid().nullable(),
    /** MATCHED: with that document; LEFT: a person said that it is of no sale in this database. */
    decision: p.enum(['MATCHED', 'LEFT']).nullable(),
    decidedAt: p.datetime().nullable(),
    foundAt: p.datetime().onCreate(() => new Date()),
  },
  indexes: [
    {
      name: 'found_note_number',
      expression: `create unique index "found_note_number" on "found_note" ("restoration_id", "company_id", "environment", "model", "series", "number")`,
    },
  ],
});

/** A note that the authority has and a restored database does not. */
export class FoundNote extends FoundNoteSchema.class {}
FoundNoteSchema.setClass(FoundNote);
