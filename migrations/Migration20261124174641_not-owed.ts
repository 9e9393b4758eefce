import { Migration } from '@mikro-orm/migrations';
import { namedIn, tallyOf } from './tally.ts';

/** Every table that is counted, in the order of the constraint. */
const tallied = ['client', 'product', 'document', 'received_document', 'payable', 'document_search'];
const tally = tallyOf({
  table: 'received_document',
  facets: ['environment', 'kind', 'emission_month'],
  isSearched: true,
  besides: tallied.filter((table) => table !== 'received_document'),
});

/** Every index that has the column. */
const indexes = {
  received_document_list: `("company_id", "environment", "nsu", "id") include ("kind")`,
  received_document_by_kind: `("company_id", "environment", "kind", "nsu", "id") include ("emission_date")`,
  received_document_by_month: `("company_id", "environment", "emission_month", "nsu", "id") include ("schema_type", "kind", "emission_date")`,
  received_document_by_issuer: `("company_id", "environment", "issuer_tax_id", "nsu", "id") include ("kind", "emission_date")`,
};

const owed = `"role" = 'RECIPIENT' and "schema_type" in ('RES_NFE', 'PROC_NFE')`;

/** Nobody owes a word on a note that its supplier has cancelled, or that was denied. */
export class Migration20261124174641_not_owed extends Migration {
  override up(): void {
    this.changeKind(`${owed} and "status" = 'AUTHORIZED'`);
  }

  override down(): void {
    this.changeKind(owed);
  }

  /** The column is made anew, and what counts by it begins anew. */
  private changeKind(pending: string): void {
    for (const sql of tally.down) this.addSql(sql);
    this.addSql(`delete from "search_total" where "table_name" = 'received_document';`);
    this.addSql(`alter table "received_document" drop column "kind";`);
    this.addSql(`alter table "received_document" add "kind" text generated always as ("schema_type" || ' ' || case
        when "manifestation" is not null then "manifestation"
        when ${pending} then 'PENDING'
        else '' end) stored not null;`);
    for (const [name, columns] of Object.entries(indexes)) {
      this.addSql(`create index "${name}" on "received_document" ${columns};`);
    }
    for (const sql of [...tally.up, ...namedIn('tally', tallied)]) this.addSql(sql);
  }
}
