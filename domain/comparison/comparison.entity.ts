import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { waitColumns } from '../conversation/attempt-columns.ts';
import { documentTypes } from '../document-types.ts';
import { differenceKinds } from './rule.ts';

const ComparisonSchema = defineEntity({
  name: 'Comparison',
  tableName: 'comparison',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    year: p.integer(),
    month: p.integer(),
    /** Whether notes are asked for, too, whose standing here is certain. */
    everyNote: p.boolean(),
    /** When it was read which series and numbers the month has; null until its run begins. */
    asOf: p.datetime().nullable(),
    /** Numbers of the month that were gone through, and how many there are. */
    doneCount: p.integer().default(0),
    totalCount: p.integer().default(0),
    /** Numbers of which the authority answered without saying what it has, and its words about the last of them. */
    untoldCount: p.integer().default(0),
    untoldReason: p.text().nullable(),
    /** In Portuguese, what it waits for, of which kind, and since when; null while it moves. */
    waitingFor: p.text().nullable(),
    ...waitColumns(),
    createdAt: nowOnCreate(),
    completedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'comparison_under_way',
      expression: `create unique index "comparison_under_way" on "comparison" ("company_id", "year", "month") where "completed_at" is null`,
    },
    { properties: ['company', 'year', 'month', 'completedAt'] },
  ],
});

/** One comparison of the numbers of a company's month in production with what its authorities have of them. */
export class Comparison extends ComparisonSchema.class {}
ComparisonSchema.setClass(Comparison);

const ComparedSeriesSchema = defineEntity({
  name: 'ComparedSeries',
  tableName: 'compared_series',
  ...ownedByCompany,
  properties: {
    comparison: () => p.manyToOne(Comparison).primary().mapToPk(),
    type: p.enum(documentTypes).primary(),
    series: p.integer().primary(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The first and the last number of the month, as its closing tells them. */
    firstNumber: p.integer(),
    lastNumber: p.integer(),
    /** Where the numbers begin that no earlier month has had: below it only documents of the month are looked at. */
    ownFrom: p.integer(),
    /** Whether numbers beyond the last one are asked for, because no later document has them. */
    looksAhead: p.boolean(),
    nextNumber: p.integer(),
    /** How many in a row beyond the last number the authority did not know. */
    unknown: p.integer().default(0),
    doneAt: p.datetime().nullable(),
  },
});

/** How far a comparison has come in one series. */
export class ComparedSeries extends ComparedSeriesSchema.class {}
ComparedSeriesSchema.setClass(ComparedSeries);

/** VANISHED: a later comparison found it no more; LEFT: a person said that nothing is left to do. */
export const settlements = ['VANISHED', 'LEFT'] as const;

const MonthDifferenceSchema = defineEntity({
  name: 'MonthDifference',
  tableName: 'month_difference',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The comparison that saw it last. */
    comparison: () => p.manyToOne(Comparison).mapToPk(),
    year: p.integer(),
    month: p.integer(),
    kind: p.enum(differenceKinds),
    type: p.enum(documentTypes),
    series: p.integer(),
    /** The same but for gaps, which are ranges. */
    startNumber: p.integer(),
    endNumber: p.integer(),
    /** The document that has the number here. */
    documentId: p.uuid().nullable(),
    /** Of the note at the authority where it has one, else of the one here. */
    accessKey: p.string().length(50).nullable(),
    /** What the authority answered; null of a gap. */
    cStat: p.string().length(8).nullable(),
    protocol: p.string().length(17).nullable(),
    foundAt: p.datetime(),
    /** When the XML of a note that only the authority has was asked for. */
    fetchedAt: p.datetime().nullable(),
    settledAt: p.datetime().nullable(),
    settlement: p.enum(settlements).nullable(),
  },
  indexes: [
    {
      name: 'month_difference_open',
      expression: `create unique index "month_difference_open" on "month_difference" ("company_id", "type", "series", "start_number", "kind") where "settled_at" is null`,
    },
    { properties: ['company', 'year', 'month'] },
  ],
});

/** A number, or a gap, in which the books of a company and those of its authority differ. */
export class MonthDifference extends MonthDifferenceSchema.class {}
MonthDifferenceSchema.setClass(MonthDifference);
