import { namedIn, type Statements } from './tally.ts';

/** How the rows of a table are searched. */
export type Search = {
  table: string;
  /** What the function is called after `search_`, and its totals are kept under; the table's name unless given. */
  name?: string;
  /** What rows are read from, where filters need more than the table: a join that neither adds rows of the table nor takes any. */
  from?: string;
  /** The tables whose tally shows every change that can move a kept total; the table itself unless given. */
  shownBy?: readonly string[];
  /** The filters whose values change in rows without such a sign: totals of searches with one of them are not kept. */
  unkept?: readonly string[];
  /** The columns whose text is searched, as `plain_text` folds it; null counts as no text. */
  columns: string[];
  /** The filters of a search: the parameter's name, its type, and the condition on a row for its value. */
  filters: Record<string, { type: string; where: (value: string) => string }>;
  /** A condition in SQL for the rows that lists show; without it, all. The same as in the table's tally. */
  listed?: string;
  /** Whether the list's index has columns between `company_id` and the order, to each of which every search gives a value by a filter. */
  isPartitioned?: boolean;
  /** The order of the list, as in `OrderedList`. An index has it, after a `company_id` in the direction of the first column. */
  order: Readonly<Record<string, 'asc' | 'desc'>>;
  /** The tables that are searched already, which the constraint of `search_total` names. */
  besides: readonly string[];
};

/**
 * The column `search_text` of a further table, its index and the function `search_<table>` that `searchedPage` calls, with the filters in the
 * order given. The table has a tally that counts every change (`isSearched`).
 */
export function searchOf(search: Search): Statements {
  const { table, columns, filters, listed, besides } = search;
  const text = columns.map((column) => ` || ' ' || coalesce("${column}", '')`).join('');
  const types = Object.values(filters).map(({ type }) => `, ${type}`);
  const signature = `"search_${table}"(text, int, int${types.join('')})`;
  return {
    up: [
      ...namedIn('search_total', [...besides, table]),
      `alter table "${table}" add "search_text" text generated always as (plain_text(''${text})) stored not null;`,
      `create index "${table}_search" on "${table}" using gin ("company_id", "search_text" gin_trgm_ops)${listed === undefined ? '' : ` where ${listed}`};`,
      searchFunction(search),
      `revoke execute on function ${signature} from public;`,
      `grant execute on function ${signature} to "lavra_tenant";`,
    ],
    down: [
      `drop function ${signature};`,
      `drop index "${table}_search";`,
      `alter table "${table}" drop column "search_text";`,
      `delete from "search_total" where "table_name" = '${table}';`,
      ...namedIn('search_total', besides),
    ],
  };
}

const isReading = `current_setting('transaction_read_only') = 'on'`;

/**
 * Runs as the table's owner: under row-level security PostgreSQL may not use an index for LIKE, which is not leakproof. It therefore
 * filters by company itself.
 *
 * Few hits are gathered once, for the total and the page alike. Many are counted, and their total is kept: it holds for as long as no row
 * of the company changes, because `changes` only grows, so that the same sum means the same rows. The page of many is found by walking the
 * list from the nearer end, where that meets fewer rows than the search. Where the transaction may not write, the total is counted and not kept.
 */
export function searchFunction({
  table,
  name = table,
  from = `"${table}"`,
  shownBy = [table],
  unkept = [],
  filters,
  listed,
  isPartitioned = false,
  order,
}: Omit<Search, 'columns' | 'besides'>): string {
  const named = Object.entries(filters);
  const parameters = named.map(([name, { type }]) => `, ${name} ${type}`).join('');
  const conditions = named
    .map(
      ([name, { where }], at) => `|| case when ${name} is null then '' else ' and ${quoted(where(`$${at + 3}`))}' end`,
    )
    .join('\n          ');
  const wanted = named.map(([name]) => name);
  const values = ['company', 'indexed', ...wanted, 'pattern'].join(', ');
  const [whole, limit, offset, search] = [3, 4, 5, 6].map((after) => `$${named.length + after}`);
  const [shown = '', ...others] = shownBy.map((table) => `''${table}''`);
  const state = `from tally where company_id = $1 and table_name ${others.length === 0 ? `= ${shown}` : `in (${[shown, ...others].join(', ')})`}`;
  const isKept = unkept.map((filter) => ` and ${filter} is null`).join('');
  const picked = [...new Set(['id', ...Object.keys(order)])].join(', ');
  const [first = 'asc'] = Object.values(order);
  const forward = clause(order);
  // Between, where nothing stands between the company and the order: no other index is in this order then.
  const [mine, walked] = isPartitioned
    ? ['company_id = $1', order]
    : ['company_id between $1 and $1', { company_id: first, ...order }];
  return `create or replace function "search_${name}"(pattern text, page_size int, page_offset int${parameters})
      returns table (total bigint, ids uuid[])
      language plpgsql security definer set search_path = public, pg_temp
      as $$
      declare
        few constant int := 1000; -- to gather them is not worth the keeping
        company uuid := current_setting('lavra.company_id')::uuid;
        -- The domain of an e-mail is nearly everybody's: the index is asked for what stands before it.
        indexed text := case when pattern ~ '[^%]{3}@' then split_part(pattern, '@', 1) || '@%' else pattern end;
        matches text := 'search_text like $2${listed === undefined ? '' : ` and ${quoted(listed)}`}'
          || case when indexed = pattern then '' else ' and (search_text || '''') like ${whole}' end
          ${conditions};
        sought text := jsonb_build_array(${['pattern', ...wanted].join(', ')})::text;
        plan json;
        likely float;
        listed bigint;
        changed bigint;
        after_page bigint;
      begin
        execute 'explain (format json) select from ${from} where company_id = $1 and ' || matches into plan using ${values};
        likely := plan #>> '{0,Plan,Plan Rows}';
        execute 'select coalesce(sum(rows), 0), coalesce(sum(changes), 0) ${state}' into listed, changed using company;
        -- Of n hits in a list of m the walk to the k-th meets k * m / n rows, the search n.
        if likely > few${isKept}
          and (least(page_offset, greatest(likely - page_offset - page_size, 0)) + page_size) * listed < likely * likely then
          execute 'select total from search_total
            where company_id = $1 and table_name = ''${name}'' and search = $2 and changes = $3'
            into total using company, sought, changed;
          if total is null then
            execute case when ${isReading} then 'with search_total (company_id, table_name, search, total, changes) as (' else 'insert into search_total (company_id, table_name, search, total, changes)' end || '
              select $1, ''${name}'', ${search}, count(*), (select coalesce(sum(changes), 0) ${state})
              from ${from} where company_id = $1 and ' || matches || case when ${isReading} then ') select total from search_total' else '
              on conflict (company_id, table_name, search)
              do update set total = excluded.total, changes = excluded.changes
              returning total' end
              into total using ${values}, page_size, page_offset, sought;
            execute case when ${isReading} then 'select $1, $2' else 'delete from search_total where ctid = any (array(
              select ctid from search_total where company_id = $1 and table_name = ''${name}'' and changes < $2
              for update skip locked))' end using company, changed;
          end if;
          after_page := greatest(total - page_offset - page_size, 0);
        end if;
        if total is null or (least(page_offset, after_page) + page_size) * listed > total * total then
          return query execute
            'with hit as materialized (select ${picked} from ${from} where company_id = $1 and ' || matches || ')
             select (select count(*) from hit), array(select id from hit order by ${forward} limit ${limit} offset ${offset})'
            using ${values}, page_size, page_offset;
          return;
        end if;
        -- Between, not equal: the list's index alone is in this order then, and other companies' rows are not walked.
        if page_offset <= after_page then
          execute 'select array(select id from ${from} where ${mine} and ' || matches || '
            order by ${clause(walked)} limit ${limit} offset ${offset})'
            into ids using ${values}, page_size, page_offset;
        else
          execute 'select array(select id from (select ${picked} from ${from} where ${mine} and ' || matches || '
            order by ${clause(walked, 'asc')} limit ${limit} offset ${offset}) page order by ${forward})'
            into ids using ${values}, greatest(least(page_size, total - page_offset), 0), after_page;
        end if;
        return next;
      end
      $$;`;
}

/** With its quotes doubled, to stand inside a string of SQL. */
function quoted(sql: string): string {
  return sql.replaceAll("'", "''");
}

/** @param descending the direction that becomes `desc`; `asc` reverses the order */
function clause(order: Search['order'], descending: 'asc' | 'desc' = 'desc'): string {
  return Object.entries(order)
    .map(([column, direction]) => (direction === descending ? `${column} desc` : column))
    .join(', ');
}
