import type { Logger } from '../../config/logger.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { waitUnlessAborted } from '../wait-unless-aborted.ts';
import { acrossCompanies } from '../in-company.ts';

const everyMs = 5_000;
/** After three missed signs of life a worker counts as dead, or hangs. */
const silentSeconds = 15;
/** A dead worker that was not started again within this time is forgotten where others work: it was one too many. */
const forgottenAfter = '10 minutes';

/** SQL: whether a worker gave a sign of life lately. */
const isHeard = `(seen_at > now() - interval '${silentSeconds} seconds')`;

/** Writes every five seconds, until the worker ends, that the worker of this place is alive: one that stops writing has died. */
export async function keepPresent(
  orm: Orm,
  place: string,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<void> {
  const startedAt = new Date();
  do {
    await say(acrossCompanies(orm), place, startedAt).catch((error: unknown) => {
      logger.debug('nobody heard that the worker is there', { error });
    });
  } while (await waitUnlessAborted(everyMs, signal));
  await acrossCompanies(orm)
    .execute('delete from worker_presence where place = ? and started_at = ?', [place, startedAt])
    .catch(() => {});
}

async function say(em: EntityManager, place: string, startedAt: Date): Promise<void> {
  await em.execute(
    `insert into worker_presence (place, started_at, seen_at) values (?, ?, now())
     on conflict (place) do update set started_at = excluded.started_at, seen_at = excluded.seen_at`,
    [place, startedAt],
  );
}

/** A worker that did not end by itself; `isHeard` is whether it gave a sign of life lately. */
export type PresentWorker = { place: string; startedAt: Date; seenAt: Date; isHeard: boolean };

/** The workers that did not end by themselves, by place. */
export async function presentWorkers(em: EntityManager): Promise<PresentWorker[]> {
  const rows = await em.execute<(Pick<PresentWorker, 'place' | 'isHeard'> & Record<'startedAt' | 'seenAt', string>)[]>(
    `select place, started_at as "startedAt", seen_at as "seenAt", ${isHeard} as "isHeard" from worker_presence order by place`,
  );
  return rows.map((row) => ({ ...row, startedAt: new Date(row.startedAt), seenAt: new Date(row.seenAt) }));
}

/** A worker without a sign of life lately. */
export type SilentWorker = { place: string; seenAt: Date; others: number };

/** Workers that died silently, the latest first; `others` counts those that are alive. */
export async function silentWorkers(em: EntityManager): Promise<SilentWorker[]> {
  const rows = await em.execute<{ place: string; seenAt: Date | string; others: number }[]>(
    `select place, seen_at as "seenAt", others from worker_presence
     cross join (select count(*)::int as others from worker_presence where ${isHeard}) heard
     where not ${isHeard} and (others = 0 or seen_at > now() - interval '${forgottenAfter}') order by seen_at desc`,
  );
  return rows.map((row) => ({ ...row, seenAt: new Date(row.seenAt) }));
}

/** Deletes workers that nobody started again. */
export async function forgetWorkers(em: EntityManager): Promise<void> {
  await em.execute(`delete from worker_presence where seen_at < now() - interval '${forgottenAfter}'`);
}
