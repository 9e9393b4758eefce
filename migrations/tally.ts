/** How the rows of a table are counted for its lists. */
export type Tally = {
  table: string;
  /** The columns that lists filter by: rows are counted by their values. */
  facets: string[];
  /** What they are counted by beside columns: SQL of a row, by the name of its facet. */
  computed?: Record<string, string>;
  /** A condition in SQL for the rows that lists show; without it, all. */
  listed?: string;
  /** Whether `changes` grows with every change of a row, as the totals of searches need, or only with one that moves a count. */
  isSearched?: boolean;
  /** The tables that are counted already, which the constraint of `tally` names. */
  besides: readonly string[];
};

/** Statements of a migration, up and down. Migrations that have landed were built with these functions: their output never changes. */
export type Statements = { up: string[]; down: string[] };

/**
 * Exact totals of a further table without counting: its triggers keep the rows of `tally` that `talliedPage` and `talliedKinds` read. The
 * table has a `company_id`; the rows it has already are counted at once.
 */
export function tallyOf({ table, facets, computed = {}, listed, isSearched = false, besides }: Tally): Statements {
  const pairs = [...facets.map((column) => [column, column]), ...Object.entries(computed)];
  const values = `jsonb_build_object(${pairs.map(([name, value]) => `'${name}', ${value}`).join(', ')})`;
  const where = listed === undefined ? '' : ` where ${listed}`;
  return {
    up: [
      ...namedIn('tally', [...besides, table]),
      tallyFunction(table, { values, where, isSearched }),
      `revoke execute on function "tally_${table}"() from public;`,
      ...transitions.map(
        ([event, tables]) => `create trigger "${table}_tally_${event}" after ${event} on "${table}" ${tables}
          for each statement execute function "tally_${table}"();`,
      ),
      `insert into "tally" ("company_id", "table_name", "facets", "slot", "rows", "changes")
        select company_id, '${table}', ${values}, 0, count(*), count(*) from "${table}"${where} group by 1, 3;`,
    ],
    down: [
      ...transitions.map(([event]) => `drop trigger "${table}_tally_${event}" on "${table}";`),
      `drop function "tally_${table}"();`,
      `delete from "tally" where "table_name" = '${table}';`,
      ...namedIn('tally', besides),
    ],
  };
}

/** Replaces the constraint on the tables that rows of `tally` or `search_total` may be about. */
export function namedIn(counts: 'tally' | 'search_total', tables: readonly string[]): string[] {
  const names = tables.map((table) => `'${table}'`).join(', ');
  return [
    `alter table "${counts}" drop constraint "${counts}_table_name_check";`,
    `alter table "${counts}" add constraint "${counts}_table_name_check" check ("table_name" in (${names}));`,
  ];
}

const transitions = [
  ['insert', 'referencing new table as arrived'],
  ['update', 'referencing new table as arrived old table as gone'],
  ['delete', 'referencing old table as gone'],
] as const;

type Counted = { values: string; where: string; isSearched: boolean };

/** One function written out for each table, without dynamic SQL: PostgreSQL keeps its plans, and an insert takes a third of the time. */
function tallyFunction(table: string, { values, where, isSearched }: Counted): string {
  const arrived = `select company_id, ${values} as facets, 1 as step from arrived${where}`;
  const gone = `select company_id, ${values} as facets, -1 as step from gone${where}`;
  const kept = isSearched ? 'order by company_id, facets' : 'having sum(step) <> 0';
  const add = (changed: string): string => `
          insert into tally (company_id, table_name, facets, slot, rows, changes)
          select company_id, '${table}', facets, free_tally_slot(company_id), sum(step), count(*)
          from (${changed}) changed
          group by company_id, facets ${kept}
          on conflict (company_id, table_name, facets, slot)
          do update set rows = tally.rows + excluded.rows, changes = tally.changes + excluded.changes;`;
  return `create or replace function "tally_${table}"() returns trigger
      language plpgsql security definer set search_path = public, pg_temp
      as $$
      begin
        if tg_op = 'INSERT' then${add(arrived)}
        elsif tg_op = 'UPDATE' then${add(`${arrived} union all ${gone}`)}
        else${add(gone)}
        end if;
        return null;
      end
      $$;`;
}
