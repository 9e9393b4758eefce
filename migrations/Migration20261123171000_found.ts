import { Migration } from '@mikro-orm/migrations';
import { searchFunction } from './search.ts';
import { namedIn, tallyOf } from './tally.ts';

const ownCompany = `company_id = current_setting('lavra.company_id')::uuid`;
const tallied = ['client', 'product', 'document', 'received_document', 'payable'];
const searched = ['client', 'product', 'received_document', 'payable'];

const besides = tallied.filter((table) => table !== 'document');
const facets = ['environment', 'type', 'status'];
const before = tallyOf({ table: 'document', facets, besides });
const tally = tallyOf({ table: 'document', facets: [...facets, 'issue_month'], besides });

/** Filters that are beside the text, each with the column of the joined document. */
const equal = (column: string, type: string) => ({ type, where: (value: string) => `${column} = ${value}` });
const isWaiting = `(waiting_kind is not null and (waiting_kind not in ('START', 'ANSWER') or waiting_since <= now() - interval '60 seconds'))`;
const filters = {
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
const signature = `"search_document"(text, int, int, ${Object.values(filters)
  .map(({ type }) => type)
  .join(', ')})`;

/** Columns of a document, under names that its row of the search does not have. */
const joined = `(select "id" as "document_id", "status", "type", "external_id", "access_key", "number", "series", "client_id",
        "issue_date_time", "updated_at", "waiting_kind", "waiting_since" from "document") document`;

const indexes = {
  document_by_client: `("client_id", "environment", "id") include ("company_id", "status", "type")`,
  document_by_month: `("company_id", "environment", "issue_month", "id") include ("status", "type", "issue_date_time")`,
  document_by_series: `("company_id", "environment", "series", "id") include ("status", "type")`,
  document_by_update: `("company_id", "environment", "updated_at") include ("id", "status", "type")`,
};

/** Documents are found by client, series, day of issue, last change and by what is written on them. */
export class Migration20261123171000_found extends Migration {
  override up(): void {
    this.addMonths();
    for (const [name, columns] of Object.entries(indexes)) {
      this.addSql(`create index "${name}" on "document" ${columns};`);
    }
    // The one by client takes its place.
    this.addSql(`drop index "document_client_id_index";`);
    this.addTexts();
    this.addTriggers();
    this.addSearch();
  }

  /** Months of Brasília, by which documents are counted, too. */
  private addMonths(): void {
    for (const sql of before.down) this.addSql(sql);
    this.addSql(`alter table "document" add "issue_month" date generated always as
      (date_trunc('month', "issue_date_time" at time zone 'America/Sao_Paulo')::date) stored not null;`);
    for (const sql of tally.up) this.addSql(sql);
  }

  /** A table of its own: a document is written several times, and what searches look in only once. */
  private addTexts(): void {
    this.addSql(`create table "document_search" (
      "id" uuid not null,
      "company_id" uuid not null,
      "environment" text not null,
      "search_text" text not null,
      primary key ("id"),
      constraint "document_search_environment_check" check ("environment" in ('PRODUCTION', 'HOMOLOGATION'))
    );`);
    this.addSql(`alter table "document_search" enable row level security;`);
    this.addSql(`create policy "own_company" on "document_search" to "lavra_tenant"
      using (${ownCompany}) with check (${ownCompany});`);
    this.addSql(`create policy "every_company" on "document_search" to "lavra_worker" using (true) with check (true);`);
    this.addSql(`create function "text_of_document"(client jsonb, external_id text) returns text
      language sql immutable parallel safe set search_path = public, pg_temp
      as $$ select plain_text(' ' || coalesce(client ->> 'name', '') || ' ' || coalesce(client ->> 'document', '') || ' ' || coalesce(external_id, '')) $$;`);
    this.addSql(`insert into "document_search" ("id", "company_id", "environment", "search_text")
      select id, company_id, environment, text_of_document(client_snapshot, external_id) from "document";`);
    this.addSql(`create index "document_search_list" on "document_search" ("company_id", "environment", "id");`);
    this.addSql(`create index "document_search_text" on "document_search"
      using gin ("company_id", "environment", "search_text" gin_trgm_ops);`);
  }

  private addTriggers(): void {
    this.addFunction(
      'document_found',
      `if tg_op = 'DELETE' then
          delete from document_search where id = old.id;
        elsif tg_op = 'INSERT' then
          insert into document_search (id, company_id, environment, search_text)
          values (new.id, new.company_id, new.environment, text_of_document(new.client_snapshot, new.external_id));
        else
          update document_search set search_text = text_of_document(new.client_snapshot, new.external_id)
          where id = new.id and search_text <> text_of_document(new.client_snapshot, new.external_id);
        end if;`,
    );
    this.addSql(`create trigger "document_search_insert" after insert on "document"
      for each row execute function "document_found"();`);
    this.addSql(`create trigger "document_search_update" after update of "client_snapshot", "external_id" on "document"
      for each row when (old.client_snapshot is distinct from new.client_snapshot or old.external_id is distinct from new.external_id)
      execute function "document_found"();`);
    this.addSql(`create trigger "document_search_delete" after delete on "document"
      for each row execute function "document_found"();`);
    // The tally of documents shows those that come and go; this one shows those of which the text changed.
    this.addFunction(
      'tally_document_search',
      `insert into tally (company_id, table_name, facets, slot, rows, changes)
        select company_id, 'document_search', '{}', free_tally_slot(company_id), 0, count(*) from arrived group by company_id
        on conflict (company_id, table_name, facets, slot) do update set changes = tally.changes + excluded.changes;`,
    );
    this.addSql(`create trigger "document_search_tally_update" after update on "document_search" referencing new table as arrived
      for each statement execute function "tally_document_search"();`);
    for (const sql of namedIn('tally', [...tallied, 'document_search'])) this.addSql(sql);
  }

  private addFunction(name: string, body: string): void {
    this.addSql(`create function "${name}"() returns trigger
      language plpgsql security definer set search_path = public, pg_temp
      as $$
      begin
        ${body}
        return null;
      end
      $$;`);
    this.addSql(`revoke execute on function "${name}"() from public;`);
  }

  private addSearch(): void {
    for (const sql of namedIn('search_total', [...searched, 'document'])) this.addSql(sql);
    this.addSql(
      searchFunction({
        table: 'document_search',
        name: 'document',
        from: `"document_search" left join ${joined} on document.document_id = "document_search"."id"`,
        shownBy: ['document', 'document_search'],
        unkept: Object.keys(filters).filter(
          (name) => !['wanted_environment', 'wanted_status', 'wanted_type'].includes(name),
        ),
        filters,
        isPartitioned: true,
        order: { id: 'desc' },
      }),
    );
    this.addSql(`revoke execute on function ${signature} from public;`);
    this.addSql(`grant execute on function ${signature} to "lavra_tenant";`);
  }

  override down(): void {
    this.addSql(`drop function ${signature};`);
    this.addSql(`delete from "search_total" where "table_name" = 'document';`);
    for (const sql of namedIn('search_total', searched)) this.addSql(sql);
    this.addSql(`delete from "tally" where "table_name" = 'document_search';`);
    for (const event of ['insert', 'update', 'delete']) {
      this.addSql(`drop trigger "document_search_${event}" on "document";`);
    }
    this.addSql(`drop table "document_search";`);
    this.addSql(`drop function "document_found"();`);
    this.addSql(`drop function "tally_document_search"();`);
    this.addSql(`drop function "text_of_document"(jsonb, text);`);
    this.addSql(`create index "document_client_id_index" on "document" ("client_id");`);
    for (const name of Object.keys(indexes)) this.addSql(`drop index "${name}";`);
    for (const sql of tally.down) this.addSql(sql);
    this.addSql(`alter table "document" drop column "issue_month";`);
    for (const sql of before.up) this.addSql(sql);
    for (const sql of namedIn('tally', tallied)) this.addSql(sql);
  }
}
