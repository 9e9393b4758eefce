import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';

/** The bytes that one table adds to the log (WAL), and its updates; HOT updates touch no index. */
export type LogUse = {
  table: string;
  rowBytes: number;
  toastBytes: number;
  indexBytes: number;
  updates: number;
  hotUpdates: number;
};

/** A position in the log, with the updates of each table up to it. */
export type LogPosition = { lsn: string; updates: Map<string, Pick<LogUse, 'updates' | 'hotUpdates'>> };

/** The current position in the log. The first call creates the extension that reads the log. */
export async function logPosition(admin: Orm): Promise<LogPosition> {
  const em = acrossCompanies(admin);
  await em.execute('create extension if not exists pg_walinspect');
  const [place] = await em.execute<{ lsn: string }[]>('select pg_current_wal_flush_lsn()::text as lsn');
  const tables = await em.execute<Pick<LogUse, 'table' | 'updates' | 'hotUpdates'>[]>(
    `select relname as table, n_tup_upd::float as updates, n_tup_hot_upd::float as "hotUpdates" from pg_stat_user_tables`,
  );
  return { lsn: place?.lsn ?? '0/0', updates: new Map(tables.map(({ table, ...counts }) => [table, counts])) };
}

/** What each table added to the log between two positions, per note; `(none)` are commits and other records about no table. */
export async function logUseBetween(admin: Orm, from: LogPosition, to: LogPosition, notes: number): Promise<LogUse[]> {
  const tables = await acrossCompanies(admin).execute<Omit<LogUse, 'updates' | 'hotUpdates'>[]>(byTable, [
    ...[from.lsn, to.lsn, to.lsn, from.lsn],
    ...[notes, notes, notes],
  ]);
  return tables.map((bytes) => {
    const [before, after] = [from, to].map(({ updates }) => updates.get(bytes.table));
    return {
      ...bytes,
      updates: ((after?.updates ?? 0) - (before?.updates ?? 0)) / notes,
      hotUpdates: ((after?.hotUpdates ?? 0) - (before?.hotUpdates ?? 0)) / notes,
    };
  });
}

/** The bytes of a record that touches several blocks are divided among them. */
const byTable = `
  with blocks as (
    select relfilenode, record_length::float / count(*) over (partition by start_lsn) as bytes
    from pg_get_wal_block_info(?::pg_lsn, ?::pg_lsn, false)
  ), relations as (
    select pg_relation_filenode(c.oid) as relfilenode, coalesce(toasted.relname, indexed.relname, c.relname) as "table",
      case when toasted.oid is not null then 'toast' when i.indexrelid is not null then 'index' else 'row' end as kind
    from pg_class c
      left join pg_index i on i.indexrelid = c.oid
      left join pg_class indexed on indexed.oid = i.indrelid
      left join pg_class toasted on toasted.reltoastrelid = coalesce(i.indrelid, c.oid)
    where c.relkind in ('r', 'i', 't')
  ), taken as (
    select coalesce("table", '(other)') as "table", coalesce(kind, 'row') as kind, bytes from blocks left join relations using (relfilenode)
    union all
    select '(none)', 'row', (?::pg_lsn - ?::pg_lsn)::float - (select sum(bytes) from blocks)
  )
  select "table", coalesce(sum(bytes) filter (where kind = 'row'), 0) / ? as "rowBytes",
    coalesce(sum(bytes) filter (where kind = 'toast'), 0) / ? as "toastBytes",
    coalesce(sum(bytes) filter (where kind = 'index'), 0) / ? as "indexBytes"
  from taken group by "table" order by sum(bytes) desc`;
