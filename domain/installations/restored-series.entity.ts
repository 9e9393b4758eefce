import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { Restoration } from './restoration.entity.ts';

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
