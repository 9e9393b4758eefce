import { setTimeout } from 'node:timers/promises';
import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';

/** Settings of a PostgreSQL whose figures are read: statistics of statements, and every wait for a lock as a line of its log. */
export const measuring = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  log_lock_waits: 'on',
  deadlock_timeout: '1ms',
  // A vacuum would write what no note wrote; a checkpoint would make notes write whole pages.
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
};

/** What PostgreSQL has done since it started. */
export type ServerFigures = {
  flushes: number;
  walBytes: number;
  planMs: number;
  executeMs: number;
  updates: number;
  hotUpdates: number;
};

/** How long (ms) to wait until a backend has reported: it does within ten seconds of its last statement. */
const toldWithinMs = 11_000;

/** Reads the figures when every backend has reported; nothing may be under way. */
export async function serverFigures(orm: Orm): Promise<ServerFigures> {
  await setTimeout(toldWithinMs);
  const [row] = await acrossCompanies(orm).execute<ServerFigures[]>(`
    select
      (select sum(fsyncs)::float from pg_stat_io where object = 'wal' and backend_type = 'client backend') as flushes,
      (pg_current_wal_insert_lsn() - '0/0')::float as "walBytes",
      (select sum(total_plan_time) from pg_stat_statements) as "planMs",
      (select sum(total_exec_time) from pg_stat_statements) as "executeMs",
      (select sum(n_tup_upd)::float from pg_stat_user_tables) as updates,
      (select sum(n_tup_hot_upd)::float from pg_stat_user_tables) as "hotUpdates"`);
  if (!row) throw new Error('PostgreSQL told no figures');
  return row;
}

/** The difference between two readings, per note. */
export function perNote(before: ServerFigures, after: ServerFigures, notes: number): ServerFigures {
  const each = (name: keyof ServerFigures): number => (after[name] - before[name]) / notes;
  return {
    flushes: each('flushes'),
    walBytes: each('walBytes'),
    planMs: each('planMs'),
    executeMs: each('executeMs'),
    updates: each('updates'),
    hotUpdates: each('hotUpdates'),
  };
}

/** What PostgreSQL spends on one kind of statement. */
export type StatementCost = { query: string; calls: number; planMs: number; executeMs: number; walBytes: number };

/** The statements that cost most since the last reset, per note. */
export async function costliest(orm: Orm, notes: number, most: number): Promise<StatementCost[]> {
  return acrossCompanies(orm).execute<StatementCost[]>(
    `select query, sum(calls)::float / ? as calls, sum(total_plan_time) / ? as "planMs", sum(total_exec_time) / ? as "executeMs",
       sum(wal_bytes)::float / ? as "walBytes"
     from pg_stat_statements where calls * 2 > ? group by query
     order by sum(total_plan_time + total_exec_time) desc limit ?`,
    [notes, notes, notes, notes, notes, most],
  );
}

/** Resets the statistics of statements. The first call creates the extension. */
export async function forgetStatements(admin: Orm): Promise<void> {
  await admin.em.fork().execute('create extension if not exists pg_stat_statements');
  await admin.em.fork().execute('select pg_stat_statements_reset()');
}

/** The bytes of one table, per note. */
export type TableBytes = { table: string; rows: number; bytes: number; diskBytes: number; indexBytes: number };

/**
 * The bytes of each table per note, in a database that has only notes of one kind: of the values as stored (compressed if they are), and of
 * the files. Tables to which notes add nothing are left out.
 */
export async function tableBytes(orm: Orm): Promise<TableBytes[]> {
  const em = acrossCompanies(orm);
  const [{ notes } = { notes: 0 }] = await em.execute<{ notes: number }[]>(
    'select count(*)::float as notes from document',
  );
  const columns = await em.execute<{ table: string; sizes: string }[]>(
    `select table_name as table, string_agg(format('coalesce(pg_column_size(%I), 0)', column_name), ' + ') as sizes
     from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
     where table_schema = 'public' group by table_name`,
  );
  const told: TableBytes[] = [];
  for (const { table, sizes } of columns) {
    const [row] = await em.execute<Omit<TableBytes, 'table'>[]>(
      `select count(*)::float / ? as rows, coalesce(sum(${sizes}), 0)::float / ? as bytes,
         pg_table_size('"${table}"')::float / ? as "diskBytes", pg_indexes_size('"${table}"')::float / ? as "indexBytes"
       from "${table}"`,
      [notes, notes, notes, notes],
    );
    if (row && row.rows >= 0.9) told.push({ table, ...row });
  }
  return told.toSorted((a, b) => b.bytes - a.bytes);
}
