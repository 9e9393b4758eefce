import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Orm } from '../../config/orm.ts';

const roles = [
  ['API', /api\/server\.ts/],
  ['worker', /worker\/server\.ts/],
  ['Temporal frontend', /--service.frontend/],
  ['Temporal history', /--service.history/],
  ['Temporal matching', /--service.matching/],
  ['Temporal worker', /--service.worker/],
] as const;

/** Resident memory in MB of each process of ours below this one, by role. */
export async function memoryByRole(): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const [command, status] = await Promise.all([text(`/proc/${pid}/cmdline`), text(`/proc/${pid}/status`)]);
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) continue;
    const role = roles.find(([, pattern]) => pattern.test(command))?.[0];
    const megabytes = Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
    if (role) found.set(role, [...(found.get(role) ?? []), megabytes]);
  }
  return found;
}

const text = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => ''); // the process ended meanwhile

/** Bytes of each database; of visibility also its table and its indexes separately. */
export async function diskOf(admin: Orm, visibility: Orm): Promise<Map<string, number>> {
  const databases = await admin.em
    .fork()
    .execute<{ name: string; bytes: string }[]>(
      `select datname as name, pg_database_size(datname)::text as bytes from pg_database where not datistemplate and datname <> 'postgres'`,
    );
  const [parts] = await visibility.em
    .fork()
    .execute<{ rows: string; indexes: string }[]>(
      `select pg_table_size('executions_visibility')::text as rows, pg_indexes_size('executions_visibility')::text as indexes`,
    );
  return new Map([
    ...databases.map(({ name, bytes }): [string, number] => [name, Number(bytes)]),
    ['temporal_visibility: rows', Number(parts?.rows)],
    ['temporal_visibility: indexes', Number(parts?.indexes)],
  ]);
}

/** The most connections of each database and login, sampled until the signal. */
export async function mostConnections(admin: Orm, signal: AbortSignal): Promise<Map<string, number>> {
  const most = new Map<string, number>();
  while (!signal.aborted) {
    const rows = await admin.em.fork().execute<{ name: string; count: number }[]>(
      `select datname || ' by ' || usename as name, count(*)::int as count from pg_stat_activity where datname is not null group by 1
         union all select 'all', count(*)::int from pg_stat_activity where datname is not null`,
    );
    for (const { name, count } of rows) most.set(name, Math.max(count, most.get(name) ?? 0));
    await setTimeout(500);
  }
  return most;
}
