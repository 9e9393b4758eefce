import { defineEntity, p } from '@mikro-orm/core';
import { Company } from './company.entity.ts';
import { documentTypes } from '../document-types.ts';
import { ownedByCompany } from './ownership.ts';
import { environments } from './settings.ts';

/** The tables whose rows are counted, by the columns that their lists filter by. Of `document_search` only changes are counted. */
const talliedTables = ['client', 'product', 'document', 'received_document', 'payable', 'document_search'] as const;
type TalliedTable = (typeof talliedTables)[number];

const TallySchema = defineEntity({
  name: 'Tally',
  tableName: 'tally',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).mapToPk().primary(),
    tableName: p.enum(talliedTables).primary(),
    /** Values of the columns that rows are counted by, by column name. */
    facets: p.json<Record<string, string | boolean | null>>().primary(),
    /** Connections write to different slots, so that they do not wait for each other. */
    slot: p.smallint().primary(),
    rows: p.bigint('number'),
    /** How many inserts, updates and deletes there have been; it only grows. */
    changes: p.bigint('number'),
  },
});

/** How many rows of a table a company has, for each combination of `facets`: the sum over all slots. Triggers of the database keep it. */
export class Tally extends TallySchema.class {}
TallySchema.setClass(Tally);

const DayTallySchema = defineEntity({
  name: 'DayTally',
  tableName: 'day_tally',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).mapToPk().primary(),
    environment: p.enum(environments).primary(),
    type: p.enum(documentTypes).primary(),
    /** Day of issue, in Brasília time. */
    day: p.date().primary(),
    slot: p.smallint().primary(),
    notes: p.integer(),
    amount: p.decimal('string').precision(18).scale(2),
  },
});

/** How many authorized documents a company has on a day, and their sum, each the sum over all slots. Triggers of the database keep it. */
export class DayTally extends DayTallySchema.class {}
DayTallySchema.setClass(DayTally);

const searchedTables = [
  'client',
  'product',
  'received_document',
  'payable',
  'document',
] as const satisfies TalliedTable[];

const SearchTotalSchema = defineEntity({
  name: 'SearchTotal',
  tableName: 'search_total',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).mapToPk().primary(),
    tableName: p.enum(searchedTables).primary(),
    /** Search pattern and filters, as a JSON array. */
    search: p.text().primary(),
    total: p.bigint('number'),
    /** The sum of `changes` of the table's tallies when the total was counted. */
    changes: p.bigint('number'),
  },
});

/** How many rows a broad search found; valid while the sum of the tallies' `changes` stays the same. */
export class SearchTotal extends SearchTotalSchema.class {}
SearchTotalSchema.setClass(SearchTotal);
