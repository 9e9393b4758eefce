import { defineEntity, p } from '@mikro-orm/core';
import { Company } from './company.entity.ts';
import { ownedByCompany } from './ownership.ts';
import { environments } from './settings.ts';

const NumberSeriesSchema = defineEntity({
  name: 'NumberSeries',
  tableName: 'number_series',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    environment: p.enum(environments).primary(),
    /** What is counted: the model of a note, or NFSE (`numberedAs` of the document's type). */
    model: p.string().length(4).primary(),
    series: p.integer().primary(),
    /** The number that is drawn next, 1 to 999,999,999. */
    nextNumber: p.integer().default(1),
  },
});

/** The next number of one series; a number is drawn in the transaction that stores the signed XML (invariant 1). */
export class NumberSeries extends NumberSeriesSchema.class {}
NumberSeriesSchema.setClass(NumberSeries);

/** Numbers from `first` to `last`, both included. */
export type TakenNumbers = { first: number; last: number };

/** The first number from `number` on that lies in none of the ranges, which may come in any order and overlap. */
export function firstFree(number: number, taken: readonly TakenNumbers[]): number {
  return taken
    .toSorted((one, other) => one.first - other.first)
    .reduce((free, { first, last }) => (first <= free && free <= last ? last + 1 : free), number);
}
