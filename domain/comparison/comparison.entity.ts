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
    /** Whether the authority is asked about all notes, or only about numbers whose state here is not certain. */
    everyNote: p.boolean(),
    /** When the series and numbers of the month were read; null until the comparison's run begins. */
    asOf: p.datetime().nullable(),
    /** Numbers that were compared so far, and below it how many there are. */
    doneCount: p.integer().default(0),
    totalCount: p.integer().default(0),
    /** Numbers about which the authority's answer did not say what it has, and below it the words of the last such answer. */
    untoldCount: p.integer().default(0),
    untoldReason: p.text().nullable(),
    /** What it waits for, in Portuguese; its kind and its beginning follow. Null while it moves. */
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

/** One comparison of the numbers of a company's month in production with what its authorities have. */
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
    /** The first and the last number of the month, as its closing has them. */
    firstNumber: p.integer(),
    lastNumber: p.integer(),
    /** The first number that no earlier month has had; of smaller numbers only those of the month's documents are compared. */
    ownFrom: p.integer(),
    /** Whether numbers beyond the last one are asked for, because no later document has them. */
    looksAhead: p.boolean(),
    nextNumber: p.integer(),
    /** How many consecutive numbers beyond the last one the authority did not know. */
    unknown: p.integer().default(0),
    doneAt: p.datetime().nullable(),
  },
});

/** How far a comparison has come in one series. */
export class ComparedSeries extends ComparedSeriesSchema.class {}
ComparedSeriesSchema.setClass(ComparedSeries);

/** VANISHED: a later comparison no longer found it; LEFT: a person said that nothing is left to do. */
export const settlements = ['VANISHED', 'LEFT'] as const;

const MonthDifferenceSchema = defineEntity({
  name: 'MonthDifference',
  tableName: 'month_difference',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The last comparison that found it. */
    comparison: () => p.manyToOne(Comparison).mapToPk(),
    year: p.integer(),
    month: p.integer(),
    kind: p.enum(differenceKinds),
    type: p.enum(documentTypes),
    series: p.integer(),
    /** First and last number; equal except for gaps, which are ranges. */
    startNumber: p.integer(),
    endNumber: p.integer(),
    /** Id of the document that has the number here. */
    documentId: p.uuid().nullable(),
    /** Access key of the authority's note, or where it has none, of the one here. */
    accessKey: p.string().length(50).nullable(),
    /** cStat of the authority's answer; null for a gap. */
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

/** A number, or a gap, in which the company's numbers and the authority's differ. */
export class MonthDifference extends MonthDifferenceSchema.class {}
MonthDifferenceSchema.setClass(MonthDifference);
