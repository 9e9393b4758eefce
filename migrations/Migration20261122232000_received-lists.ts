import { Migration } from '@mikro-orm/migrations';
import { searchOf } from './search.ts';
import { tallyOf } from './tally.ts';

const equal = (column: string, type: string) => ({ type, where: (value: string) => `${column} = ${value}` });

const statements = [
  tallyOf({
    table: 'received_document',
    facets: ['environment', 'kind', 'emission_month'],
    isSearched: true,
    besides: ['client', 'product', 'document'],
  }),
  searchOf({
    table: 'received_document',
    columns: ['issuer_name', 'issuer_tax_id', 'access_key'],
    filters: {
      wanted_environment: equal('environment', 'text'),
      wanted_kinds: { type: 'text[]', where: (value) => `kind = any (${value})` },
      wanted_issuer: equal('issuer_tax_id', 'text'),
      wanted_key: equal('access_key', 'text'),
      emitted_from: { type: 'timestamptz', where: (value) => `emission_date >= ${value}` },
      emitted_before: { type: 'timestamptz', where: (value) => `emission_date < ${value}` },
    },
    isPartitioned: true,
    order: { nsu: 'desc', id: 'desc' },
    besides: ['client', 'product'],
  }),
  tallyOf({
    table: 'payable',
    facets: ['environment', 'status', 'due_month'],
    isSearched: true,
    besides: ['client', 'product', 'document', 'received_document'],
  }),
  searchOf({
    table: 'payable',
    columns: ['supplier_name', 'supplier_tax_id'],
    filters: {
      wanted_environment: equal('environment', 'text'),
      wanted_status: equal('status', 'text'),
      due_from: { type: 'date', where: (value) => `due_date >= ${value}` },
      due_to: { type: 'date', where: (value) => `due_date <= ${value}` },
    },
    isPartitioned: true,
    order: { due_date: 'asc', id: 'asc' },
    besides: ['client', 'product', 'received_document'],
  }),
];

/** Every filter of both lists finds its rows in one of these, in the order of the list; what else may be asked beside it is included. */
const indexes = {
  received_document_list: `"received_document" ("company_id", "environment", "nsu", "id") include ("kind")`,
  received_document_by_kind: `"received_document" ("company_id", "environment", "kind", "nsu", "id") include ("emission_date")`,
  received_document_by_month: `"received_document" ("company_id", "environment", "emission_month", "nsu", "id")
    include ("schema_type", "kind", "emission_date")`,
  received_document_by_issuer: `"received_document" ("company_id", "environment", "issuer_tax_id", "nsu", "id")
    include ("kind", "emission_date")`,
  payable_list: `"payable" ("company_id", "environment", "due_date", "id")`,
  payable_by_status: `"payable" ("company_id", "environment", "status", "due_date", "id")`,
  payable_by_supplier: `"payable" ("company_id", "environment", "supplier_tax_id", "due_date", "id") include ("status")`,
};

/** Lists of received documents and payables at size: kept totals, searches, and an index for every filter. */
export class Migration20261122232000_received_lists extends Migration {
  override up(): void {
    // One column for what lists tell apart, which is never null: an index on it has the order of the list behind each of its values. Months
    // are those of Brasília.
    this.addSql(`alter table "received_document"
      add "kind" text generated always as ("schema_type" || ' ' || case
        when "manifestation" is not null then "manifestation"
        when "role" = 'RECIPIENT' and "schema_type" in ('RES_NFE', 'PROC_NFE') then 'PENDING'
        else '' end) stored not null,
      add "emission_month" date generated always as
        (date_trunc('month', "emission_date" at time zone 'America/Sao_Paulo')::date) stored not null;`);
    this.addSql(`alter table "payable"
      add "due_month" date generated always as (date_trunc('month', "due_date"::timestamp)::date) stored not null;`);
    for (const [name, columns] of Object.entries(indexes)) this.addSql(`create index "${name}" on ${columns};`);
    for (const { up } of statements) for (const sql of up) this.addSql(sql);
  }

  override down(): void {
    for (const { down } of statements.toReversed()) for (const sql of down) this.addSql(sql);
    for (const name of Object.keys(indexes)) this.addSql(`drop index "${name}";`);
    this.addSql(`alter table "payable" drop column "due_month";`);
    this.addSql(`alter table "received_document" drop column "emission_month", drop column "kind";`);
  }
}
