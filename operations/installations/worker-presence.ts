import type { Logger } from '../../config/logger.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { passes } from '../passes.ts';
import { acrossCompanies } from '../in-company.ts';

const everyMs = 5_000;
/** Three times in a row nothing was heard of it: it died, or hangs. */
const silentSeconds = 15;
/** One that nobody started again in that time was one too many, where others work. */
const forgottenAfter = '10 minutes';

/** SQL of whether a worker is there. */
const isHeard = `(seen_at > now() - interval '${silentSeconds} seconds')`;

/** Says every five seconds that the worker of this place is there, until it ends: one that says nothing any more has died. */
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
  } while (await passes(everyMs, signal));
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

/** A worker that has not ended by itself, and whether it was heard of lately. */
export type PresentWorker = { place: string; startedAt: Date; seenAt: Date; isHeard: boolean };

/** The workers that are there, by place. */
export async function presentWorkers(em: EntityManager): Promise<PresentWorker[]> {
  const rows = await em.execute<(Pick<PresentWorker, 'place' | 'isHeard'> & Record<'startedAt' | 'seenAt', string>)[]>(
    `select place, started_at as "startedAt", seen_at as "seenAt", ${isHeard} as "isHeard" from worker_presence order by place`,
  );
  return rows.map((row) => ({ ...row, startedAt: new Date(row.startedAt), seenAt: new Date(row.seenAt) }));
}

/** A worker of which nothing was heard lately. */
export type SilentWorker = { place: string; seenAt: Date; others: number };

/** Workers that died without a word, the latest first; `others` counts those that are there. */
export async function silentWorkers(em: EntityManager): Promise<SilentWorker[]> {
  const rows = await em.execute<{ place: string; seenAt: Date | string; others: number }[]>(
    `select place, seen_at as "seenAt", others from worker_presence
     cross join (select count(*)::int as others from worker_presence where ${isHeard}) heard
     where not ${isHeard} and (others = 0 or seen_at > now() - interval '${forgottenAfter}') order by seen_at desc`,
  );
  return rows.map((row) => ({ ...row, seenAt: new Date(row.seenAt) }));
}

/** Forgets workers that nobody started again. */
export async function forgetWorkers(em: EntityManager): Promise<void> {
  await em.execute(`delete from worker_presence where seen_at < now() - interval '${forgottenAfter}'`);
}
