import { Migration } from '@mikro-orm/migrations';
import { searchFunction } from './search.ts';

/** Filters that are beside the text, each with the column of the joined document, as in the migration that made the search. */
const equal = (column: string, type: string) => ({ type, where: (value: string) => `${column} = ${value}` });
const isWaiting = `(waiting_kind is not null and (waiting_kind not in ('START', 'ANSWER') or waiting_since <= now() - interval '60 seconds'))`;
const filtersBefore = {
  wanted_environment: equal('environment', 'text'),
  wanted_status: equal('status', 'text'),
  wanted_type: equal('type', 'text'),
  wanted_external_id: equal('external_id', 'text'),
  wanted_key: equal('access_key', 'text'),
  wanted_number: equal('number', 'int'),
  wanted_series: equal('series', 'int'),
  wanted_client: equal('client_id', 'uuid'),
  issued_from: { type: 'timestamptz', where: (value: string) => `issue_date_time >= ${value}` },
  issued_before: { type: 'timestamptz', where: (value: string) => `issue_date_time < ${value}` },
  updated_from: { type: 'timestamptz', where: (value: string) => `updated_at >= ${value}` },
  waiting: { type: 'boolean', where: (value: string) => `${isWaiting} = ${value}` },
};
const filters = { ...filtersBefore, wanted_contingency: equal('contingency_mode', 'text') };
type Filters = Record<string, { type: string; where: (value: string) => string }>;

const columnsBefore = [
  ...['status', 'type', 'external_id', 'access_key', 'number', 'series', 'client_id', 'issue_date_time', 'updated_at'],
  ...['waiting_kind', 'waiting_since'],
];

/** A search for documents is narrowed to those that were issued in contingency, too; what becomes of the note that one replaced changes it. */
export class Migration20261124021000_contingency_lists extends Migration {
  override up(): void {
    this.addSql(`drop function ${signatureOf(filtersBefore)};`);
    this.addSearch(filters, [...columnsBefore, 'contingency_mode']);
    // It marks the document that the row names, whatever the row is of.
    this.addSql(`create trigger "document_sync_replaced" after insert or update of "status", "protocol" on "replaced_note"
      for each row execute function "document_event_changed"();`);
  }

  override down(): void {
    this.addSql(`drop trigger "document_sync_replaced" on "replaced_note";`);
    this.addSql(`drop function ${signatureOf(filters)};`);
    this.addSearch(filtersBefore, columnsBefore);
  }

  private addSearch(filters: Filters, columns: string[]): void {
    // Under names that its row of the search does not have.
    const joined = `(select "id" as "document_id", ${columns.map((column) => `"${column}"`).join(', ')} from "document") document`;
    const counted = ['wanted_environment', 'wanted_status', 'wanted_type'];
    this.addSql(
      searchFunction({
        table: 'document_search',
        name: 'document',
        from: `"document_search" left join ${joined} on document.document_id = "document_search"."id"`,
        shownBy: ['document', 'document_search'],
        unkept: Object.keys(filters).filter((name) => !counted.includes(name)),
        filters,
        isPartitioned: true,
        order: { id: 'desc' },
      }),
    );
    this.addSql(`revoke execute on function ${signatureOf(filters)} from public;`);
    this.addSql(`grant execute on function ${signatureOf(filters)} to "lavra_tenant";`);
  }
}

function signatureOf(filters: Filters): string {
  const types = Object.values(filters).map(({ type }) => type);
  return `"search_document"(text, int, int, ${types.join(', ')})`;
}
