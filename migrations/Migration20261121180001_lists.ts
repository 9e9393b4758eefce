import { Migration } from '@mikro-orm/migrations';

/** Lists at size: searches in clients and products, and totals that are kept instead of counted. */
export class Migration20261121180001_lists extends Migration {
  override up(): void {
    this.addClientSearch();
    this.addSearches();
    this.addTally();
  }

  private addClientSearch(): void {
    this.addSql(`alter table "client" add "search_text" text generated always as (
      plain_text(' ' || "name" || ' ' || coalesce("trade_name", '') || ' ' || "document" || ' ' || coalesce("email", ''))
    ) stored not null;`);
    this.addSql(`create index "client_company_id_id_index" on "client" ("company_id", "id");`);
    this.addSql(`create index "client_company_id_state_id_index" on "client" ("company_id", "state", "id");`);
    this.addSql(`create index "client_search" on "client" using gin ("company_id", "search_text" gin_trgm_ops);`);
  }

  /**
   * Searches run as the tables' owner: under row-level security PostgreSQL may not use an index for LIKE, which is not leakproof. Each
   * therefore says itself whose rows it sees.
   */
  private addSearches(): void {
    this.addSearch(
      'client',
      'wanted_state text, wanted_document_type text, wanted_active boolean',
      `and ($4 is null or state = $4) and ($5 is null or document_type = $5) and ($6 is null or is_active = $6)`,
      'wanted_state, wanted_document_type, wanted_active',
    );
    this.addSearch('product', '', 'and deleted_at is null', '');
  }

  private addSearch(table: string, parameters: string, conditions: string, values: string): void {
    const more = (list: string) => (list === '' ? '' : `, ${list}`);
    this.addSql(`create function "search_${table}"(pattern text, page_size int, page_offset int${more(parameters)})
      returns table (total bigint, ids uuid[])
      language plpgsql stable security definer set search_path = public
      as $$
      begin
        return query execute
          'with hit as materialized (
             select id from "${table}"
             where company_id = current_setting(''lavra.company_id'')::uuid and search_text like $1 ${conditions}
           )
           select (select count(*) from hit), array(select id from hit order by id desc limit $2 offset $3)'
          using pattern, page_size, page_offset${more(values)};
      end
      $$;`);
    const types = parameters.replaceAll(/\w+ (\w+)/g, '$1');
    this.addSql(`revoke execute on function "search_${table}"(text, int, int${more(types)}) from public;`);
    this.addSql(`grant execute on function "search_${table}"(text, int, int${more(types)}) to "lavra_tenant";`);
  }

  /** Exact totals without counting: each statement adds what it changed, in one of sixteen slots by its connection. */
  private addTally(): void {
    this.addSql(`create table "tally" (
      "company_id" uuid not null,
      "table_name" text not null,
      "facets" jsonb not null,
      "slot" smallint not null,
      "rows" bigint not null,
      primary key ("company_id", "table_name", "facets", "slot")
    );`);
    this.addSql(`alter table "tally"
      add constraint "tally_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "tally"
      add constraint "tally_table_name_check" check ("table_name" in ('client', 'product'));`);
    // Arguments of the trigger: which rows count, then the columns that are facets.
    this
      .addSql(`create function "tally_rows"() returns trigger language plpgsql security definer set search_path = public
      as $$
      declare
        facets text := '';
        changed text := '';
      begin
        for i in 1 .. tg_nargs - 1 loop
          facets := facets || case when i > 1 then ', ' else '' end || format('%L, %I', tg_argv[i], tg_argv[i]);
        end loop;
        if tg_op <> 'DELETE' then
          changed := format('select company_id, jsonb_build_object(%s) as facets, 1 as step from arrived where %s', facets, tg_argv[0]);
        end if;
        if tg_op = 'UPDATE' then
          changed := changed || ' union all ';
        end if;
        if tg_op <> 'INSERT' then
          changed := changed || format('select company_id, jsonb_build_object(%s) as facets, -1 as step from gone where %s', facets, tg_argv[0]);
        end if;
        execute format(
          'insert into tally (company_id, table_name, facets, slot, rows)
           select company_id, %L, facets, pg_backend_pid() %% 16, sum(step) from (%s) changed
           group by company_id, facets having sum(step) <> 0 order by company_id, facets
           on conflict (company_id, table_name, facets, slot) do update set rows = tally.rows + excluded.rows',
          tg_table_name, changed);
        return null;
      end
      $$;`);
    this.addSql(`grant select on "tally" to "lavra_tenant";`);
    this.addSql(`alter table "tally" enable row level security;`);
    this.addSql(`create policy "own_company" on "tally" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
    this.tally('client', 'true', ['state', 'document_type', 'is_active']);
    this.tally('product', 'deleted_at is null', []);
    this.addSql(`insert into "tally" ("company_id", "table_name", "facets", "slot", "rows")
      select company_id, 'client',
        jsonb_build_object('state', state, 'document_type', document_type, 'is_active', is_active), 0, count(*)
      from "client" group by 1, 3;`);
  }

  private tally(table: string, condition: string, facets: string[]): void {
    const events = [
      ['insert', 'referencing new table as arrived'],
      ['update', 'referencing new table as arrived old table as gone'],
      ['delete', 'referencing old table as gone'],
    ];
    const args = [condition, ...facets].map((text) => `'${text}'`).join(', ');
    for (const [event, tables] of events) {
      this.addSql(`create trigger "${table}_tally_${event}" after ${event} on "${table}" ${tables}
        for each statement execute function "tally_rows"(${args});`);
    }
  }

  override down(): void {
    this.addSql(`drop function "search_client"(text, int, int, text, text, boolean);`);
    this.addSql(`drop function "search_product"(text, int, int);`);
    for (const table of ['client', 'product']) {
      for (const event of ['insert', 'update', 'delete']) {
        this.addSql(`drop trigger "${table}_tally_${event}" on "${table}";`);
      }
    }
    this.addSql(`drop function "tally_rows"();`);
    this.addSql(`drop table "tally";`);
    this.addSql(`drop index "client_search";`);
    this.addSql(`drop index "client_company_id_state_id_index";`);
    this.addSql(`drop index "client_company_id_id_index";`);
    this.addSql(`alter table "client" drop column "search_text";`);
  }
}
