import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import type { TalliedTable } from './tally.entity.ts';

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
    /** Pattern and filters, as a JSON array. */
    search: p.text().primary(),
    total: p.bigint('number'),
    /** The sum of the tally's changes when the total was counted. */
    changes: p.bigint('number'),
  },
});

/** How many rows a broad search found; valid while the sum of the tally's changes stays the same. */
export class SearchTotal extends SearchTotalSchema.class {}
SearchTotalSchema.setClass(SearchTotal);
