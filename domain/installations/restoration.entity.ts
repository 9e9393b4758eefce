import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { everyCompanyPolicy, ownedByCompany, tenantRole } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';

/** MARKED: by who restored it; MOVED: it lies in another place than it wrote down; BEHIND: Temporal has seen a later round of it. */
const restorationCauses = ['MARKED', 'MOVED', 'BEHIND'] as const;
export type RestorationCause = (typeof restorationCauses)[number];

const RestorationSchema = defineEntity({
  name: 'Restoration',
  tableName: 'restoration',
  policies: [{ name: 'read_all', command: 'select', roles: [tenantRole], using: 'true' }, everyCompanyPolicy],
  properties: {
    id: p.uuid().primary(),
    cause: p.enum(restorationCauses),
    noticedAt: p.datetime(),
    /** When the authorities had been asked about all numbers that may have been used. */
    askedAt: p.datetime().nullable(),
    /** When emission went on, and by whom: by the answers alone, or by a person. */
    releasedAt: p.datetime().nullable(),
    releasedBy: p.enum(['ANSWERS', 'PERSON']).nullable(),
  },
  indexes: [
    {
      name: 'restoration_open',
      expression: `create unique index "restoration_open" on "restoration" ((true)) where "released_at" is null`,
    },
  ],
});

/** The database is one of an earlier moment: while it is not released, nothing new is sent to an authority. */
export class Restoration extends RestorationSchema.class {}
RestorationSchema.setClass(Restoration);

const UnknownNoteSchema = defineEntity({
  name: 'UnknownNote',
  tableName: 'found_note',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
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
    foundAt: nowOnCreate(),
  },
  indexes: [
    {
      name: 'found_note_number',
      expression: `create unique index "found_note_number" on "found_note" ("restoration_id", "company_id", "environment", "model", "series", "number")`,
    },
  ],
});

/** A note that the authority has and a restored database does not. */
export class UnknownNote extends UnknownNoteSchema.class {}
UnknownNoteSchema.setClass(UnknownNote);

const RestoredSeriesSchema = defineEntity({
  name: 'RestoredSeries',
  tableName: 'restored_series',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    environment: p.enum(environments).primary(),
    model: p.string().length(4).primary(),
    series: p.integer().primary(),
    restoration: () => p.manyToOne(Restoration).primary().mapToPk(),
    /** The number to ask for next, beyond those that the database knows. */
    nextNumber: p.integer(),
    /** How many in a row the authority did not know. */
    unknown: p.integer().default(0),
    /** Numbers that the database knows, of notes that were not authorized in it: asked for first. */
    revisited: p.json<number[]>().defaultRaw(`'[]'`),
    /** Why it could not be asked, as a sentence in Portuguese. */
    problem: p.text().nullable(),
    askedAt: p.datetime().nullable(),
  },
});

/** How far the authority was asked about the numbers of a series after a restore. */
export class RestoredSeries extends RestoredSeriesSchema.class {}
RestoredSeriesSchema.setClass(RestoredSeries);
