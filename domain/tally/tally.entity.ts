import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';

/** The tables whose rows are counted, by the columns that their lists filter by; of `document_search` only changes are. */
export const talliedTables = [
  'client',
  'product',
  'document',
  'received_document',
  'payable',
  'document_search',
] as const;
export type TalliedTable = (typeof talliedTables)[number];

const TallySchema = defineEntity({
  name: 'Tally',
  tableName: 'tally',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).mapToPk().primary(),
    tableName: p.enum(talliedTables).primary(),
    /** Values of the counted columns, by column name. */
    facets: p.json<Record<string, string | boolean | null>>().primary(),
    /** Writers of different connections count in different rows, so that they do not wait for each other. */
    slot: p.smallint().primary(),
    rows: p.bigint('number'),
    /** Rows inserted, changed or removed so far; only grows. */
    changes: p.bigint('number'),
  },
});

/** How many rows a company has in a table, kept by triggers of the database; the sum over slots is the number. */
export class Tally extends TallySchema.class {}
TallySchema.setClass(Tally);
