import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { everyCompanyPolicy, ownedByCompany, tenantRole } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';

/**
 * How a restore was noticed. MARKED: the person who restored said so; MOVED: the database is in another place than it recorded; BEHIND: Temporal has
 * a later epoch than the database.
 */
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
    /** When the authorities had been asked about all numbers that may have been used; null before. */
    askedAt: p.datetime().nullable(),
    /** When emission was allowed again, and below it by whom: because the answers left nothing undecided, or by a person. */
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

/** A restore of the database to an earlier moment: until it is released, nothing new is sent to an authority. */
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
    /** Null where the authority says only that the number is used. */
    accessKey: p.string().length(50).nullable(),
    cStat: p.string().length(8).nullable(),
    protocol: p.string().length(17).nullable(),
    /** Digest of what was signed: the sale whose note has the same digest is this one. */
    digestValue: p.string().length(28).nullable(),
    /** Id of the document whose note it is; null while that is unknown. */
    documentId: p.uuid().nullable(),
    /** MATCHED: it is the note of `documentId`; LEFT: a person said that it belongs to no sale in this database. */
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

/** A note that the authority has and the restored database does not. */
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
    /** The next number to ask for, beyond those in the database. */
    nextNumber: p.integer(),
    /** How many consecutive numbers the authority did not know. */
    unknown: p.integer().default(0),
    /** Numbers in the database whose notes are not authorized there: they are asked for first. */
    revisited: p.json<number[]>().defaultRaw(`'[]'`),
    /** Why the series could not be asked about, as a sentence in Portuguese. */
    problem: p.text().nullable(),
    askedAt: p.datetime().nullable(),
  },
});

/** How far the authority was asked about the numbers of a series after a restore. */
export class RestoredSeries extends RestoredSeriesSchema.class {}
RestoredSeriesSchema.setClass(RestoredSeries);
