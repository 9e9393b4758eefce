import { Migration } from '@mikro-orm/migrations';

/** Lists at size: searches in clients and products, and totals that are kept instead of counted. */
export class Migration20261121180001_lists extends Migration {
  override up(): void {
    this.addClientSearch();
    this.addSearches();
    this.addTally();
    this.addSearchTotal();
  }

  private addClientSearch(): void {
    this.addSql(`alter table "client" add "search_text" text generated always as (
      plain_text(' ' || "name" || ' ' || coalesce("trade_name", '') || ' ' || "document" || ' ' || coalesce("email", ''))
    ) stored not null;`);
    // A page of the list, filtered or not, is found in one of these two without a look at the rows.
    this.addSql(`create index "client_list" on "client" ("company_id", "id")
      include ("state", "document_type", "is_active");`);
    this.addSql(`create index "client_list_by_state" on "client" ("company_id", "state", "id")
      include ("document_type", "is_active");`);
    this.addSql(
      `create index "client_search" on "client" using gin ("company_id", "state", "search_text" gin_trgm_ops);`,
    );
  }

  /**
   * Searches run as the tables' owner: under row-level security PostgreSQL may not use an index for LIKE, which is not leakproof. Each
   * therefore says itself whose rows it sees.
   */
  private addSearches(): void {
    this.addSearch('client', [
      ['wanted_state', 'text', 'state'],
      ['wanted_document_type', 'text', 'document_type'],
      ['wanted_active', 'boolean', 'is_active'],
    ]);
    this.addSearch('product', [], ' and deleted_at is null');
  }

  /**
   * Few hits are gathered once, for the total and the page alike. Many are counted, and their total is kept: it holds for as long as no row
   * of the company changes, because `changes` only grows, so that the same sum means the same rows. The page of many is found by walking
   * the list from the end that is nearer, where that meets fewer rows than the search.
   *
   * @param filters parameter, its type and the column that must equal it; null does not filter
   */
  private addSearch(table: string, filters: [string, string, string][], always = ''): void {
    const parameters = filters.map(([name, type]) => `, ${name} ${type}`).join('');
    const types = filters.map(([, type]) => `, ${type}`).join('');
    const conditions = filters
      .map(([name, , column], at) => `|| case when ${name} is null then '' else ' and ${column} = $${at + 3}' end`)
      .join('\n          ');
    const wanted = filters.map(([name]) => name);
    const values = ['company', 'indexed', ...wanted, 'pattern'].join(', ');
    const [whole, limit, offset, search] = [3, 4, 5, 6].map((after) => `$${filters.length + after}`);
    const state = `from tally where company_id = $1 and table_name = ''${table}''`;
    this.addSql(`create function "search_${table}"(pattern text, page_size int, page_offset int${parameters})
      returns table (total bigint, ids uuid[])
      language plpgsql security definer set search_path = public
      as $$
      declare
        few constant int := 1000; -- to gather them is not worth the keeping
        company uuid := current_setting('lavra.company_id')::uuid;
        -- The domain of an e-mail is nearly everybody's: the index is asked for what stands before it.
        indexed text := case when pattern ~ '[^%]{3}@' then split_part(pattern, '@', 1) || '@%' else pattern end;
        matches text := 'search_text like $2${always}'
          || case when indexed = pattern then '' else ' and (search_text || '''') like ${whole}' end
          ${conditions};
        sought text := jsonb_build_array(${['pattern', ...wanted].join(', ')})::text;
        plan json;
        likely float;
        listed bigint;
        changed bigint;
        after_page bigint;
      begin
        execute 'explain (format json) select from "${table}" where company_id = $1 and ' || matches into plan using ${values};
        likely := plan #>> '{0,Plan,Plan Rows}';
        execute 'select coalesce(sum(rows), 0), coalesce(sum(changes), 0) ${state}' into listed, changed using company;
        -- Of n hits in a list of m the walk to the k-th meets k * m / n rows, the search n.
        if likely > few
          and (least(page_offset, greatest(likely - page_offset - page_size, 0)) + page_size) * listed < likely * likely then
          execute 'select total from search_total
            where company_id = $1 and table_name = ''${table}'' and search = $2 and changes = $3'
            into total using company, sought, changed;
          if total is null then
            execute 'insert into search_total (company_id, table_name, search, total, changes)
              select $1, ''${table}'', ${search}, count(*), (select coalesce(sum(changes), 0) ${state})
              from "${table}" where company_id = $1 and ' || matches || '
              on conflict (company_id, table_name, search)
              do update set total = excluded.total, changes = excluded.changes
              returning total'
              into total using ${values}, page_size, page_offset, sought;
            execute 'delete from search_total where ctid = any (array(
              select ctid from search_total where company_id = $1 and table_name = ''${table}'' and changes < $2
              for update skip locked))' using company, changed;
          end if;
          after_page := greatest(total - page_offset - page_size, 0);
        end if;
        if total is null or (least(page_offset, after_page) + page_size) * listed > total * total then
          return query execute
            'with hit as materialized (select id from "${table}" where company_id = $1 and ' || matches || ')
             select (select count(*) from hit), array(select id from hit order by id desc limit ${limit} offset ${offset})'
            using ${values}, page_size, page_offset;
          return;
        end if;
        -- Between, not equal: the list's index alone is in this order then, and other companies' rows are not walked.
        if page_offset <= after_page then
          execute 'select array(select id from "${table}" where company_id between $1 and $1 and ' || matches || '
            order by company_id desc, id desc limit ${limit} offset ${offset})'
            into ids using ${values}, page_size, page_offset;
        else
          execute 'select array(select id from (select id from "${table}" where company_id between $1 and $1 and ' || matches || '
            order by company_id, id limit ${limit} offset ${offset}) page order by id desc)'
            into ids using ${values}, greatest(least(page_size, total - page_offset), 0), after_page;
        end if;
        return next;
      end
      $$;`);
    this.addSql(`revoke execute on function "search_${table}"(text, int, int${types}) from public;`);
    this.addSql(`grant execute on function "search_${table}"(text, int, int${types}) to "lavra_tenant";`);
  }

  /** Exact totals without counting: each statement adds what it changed, in one of sixteen slots by its connection. */
  private addTally(): void {
    this.addSql(`create table "tally" (
      "company_id" uuid not null,
      "table_name" text not null,
      "facets" jsonb not null,
      "slot" smallint not null,
      "rows" bigint not null,
      "changes" bigint not null,
      primary key ("company_id", "table_name", "facets", "slot")
    );`);
    this.addSql(`alter table "tally"
      add constraint "tally_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "tally"
      add constraint "tally_table_name_check" check ("table_name" in ('client', 'product'));`);
    this.addSql(`grant select on "tally" to "lavra_tenant";`);
    this.addSql(`alter table "tally" enable row level security;`);
    this.addSql(`create policy "own_company" on "tally" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
    this.tally('client', 'true', ['state', 'document_type', 'is_active']);
    this.tally('product', 'deleted_at is null', []);
    this.addSql(`insert into "tally" ("company_id", "table_name", "facets", "slot", "rows", "changes")
      select company_id, 'client',
        jsonb_build_object('state', state, 'document_type', document_type, 'is_active', is_active), 0, count(*), count(*)
      from "client" group by 1, 3;`);
  }

  private addSearchTotal(): void {
    this.addSql(`create table "search_total" (
      "company_id" uuid not null,
      "table_name" text not null,
      "search" text not null,
      "total" bigint not null,
      "changes" bigint not null,
      primary key ("company_id", "table_name", "search")
    );`);
    this.addSql(`alter table "search_total"
      add constraint "search_total_company_id_foreign" foreign key ("company_id") references "company" ("id");`);
    this.addSql(`alter table "search_total"
      add constraint "search_total_table_name_check" check ("table_name" in ('client', 'product'));`);
    this.addSql(`alter table "search_total" enable row level security;`);
    this.addSql(`create policy "own_company" on "search_total" to "lavra_tenant"
      using ("company_id" = current_setting('lavra.company_id')::uuid)
      with check ("company_id" = current_setting('lavra.company_id')::uuid);`);
  }

  /** Written out for each table, not put together when it runs: its plans are kept, and an insert pays a third. */
  private tally(table: string, counted: string, columns: string[]): void {
    const facets = `jsonb_build_object(${columns.map((column) => `'${column}', ${column}`).join(', ')})`;
    const arrived = `select company_id, ${facets} as facets, 1 as step from arrived where ${counted}`;
    const gone = `select company_id, ${facets} as facets, -1 as step from gone where ${counted}`;
    const add = (changed: string): string => `
          insert into tally (company_id, table_name, facets, slot, rows, changes)
          select company_id, '${table}', facets, pg_backend_pid() % 16, sum(step), count(*)
          from (${changed}) changed
          group by company_id, facets order by company_id, facets
          on conflict (company_id, table_name, facets, slot)
          do update set rows = tally.rows + excluded.rows, changes = tally.changes + excluded.changes;`;
    this.addSql(`create function "tally_${table}"() returns trigger
      language plpgsql security definer set search_path = public
      as $$
      begin
        if tg_op = 'INSERT' then${add(arrived)}
        elsif tg_op = 'UPDATE' then${add(`${arrived} union all ${gone}`)}
        else${add(gone)}
        end if;
        return null;
      end
      $$;`);
    const events = [
      ['insert', 'referencing new table as arrived'],
      ['update', 'referencing new table as arrived old table as gone'],
      ['delete', 'referencing old table as gone'],
    ];
    for (const [event, tables] of events) {
      this.addSql(`create trigger "${table}_tally_${event}" after ${event} on "${table}" ${tables}
        for each statement execute function "tally_${table}"();`);
    }
  }

  override down(): void {
    this.addSql(`drop function "search_client"(text, int, int, text, text, boolean);`);
    this.addSql(`drop function "search_product"(text, int, int);`);
    for (const table of ['client', 'product']) {
      for (const event of ['insert', 'update', 'delete']) {
        this.addSql(`drop trigger "${table}_tally_${event}" on "${table}";`);
      }
      this.addSql(`drop function "tally_${table}"();`);
    }
    this.addSql(`drop table "search_total";`);
    this.addSql(`drop table "tally";`);
    this.addSql(`drop index "client_search";`);
    this.addSql(`drop index "client_list_by_state";`);
    this.addSql(`drop index "client_list";`);
    this.addSql(`alter table "client" drop column "search_text";`);
  }
}
