import type { EntityManager } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';

/** A younger row is left alone: the process that committed it may still be about to start its run. */
export const graceSeconds = 5;
/** A run that was seen lives for long, mostly: it is looked for again only after this time. */
const quietMinutes = 15;
/** Unless it is lost, because Temporal's data is younger than that look; our clocks may differ by so much. */
const clockSeconds = 60;

/** Columns of an open row: its alias; SQL of its attempt; when its run took it over, where that is kept; when it last changed. */
type Columns = { alias: string; attempt: string; claimedAt?: string; changedAt: string };

/**
 * SQL of the open rows whose run is to be looked for, those first of whose run nobody knows, and then those that wait the longest for it. So
 * whatever waits comes up again, however many wait beside it. Values of `joined`: none; of `due`: when Temporal's data began, and a limit.
 */
export function dueLooks({ alias, attempt, claimedAt = 'null::timestamptz', changedAt }: Columns) {
  const dueAt = `coalesce(l.due_at, ${claimedAt} + interval '${quietMinutes} minutes')`;
  return {
    joined: `left join run_look l on l.id = ${alias}.id and l.attempt = ${attempt}`,
    due: `${changedAt} < now() - interval '${graceSeconds} seconds' and (
        coalesce(${dueAt}, '-infinity') < now()
        or coalesce(l.looked_at, ${claimedAt}) < ?::timestamptz + interval '${clockSeconds} seconds'
      )
      order by ${dueAt} nulls first, ${changedAt} limit ?`,
  };
}

/** Their runs were seen, or Temporal refused to start them, which is tried again `inSeconds`. */
export async function looked(
  em: EntityManager,
  attempts: readonly AttemptKey[],
  inSeconds = quietMinutes * 60,
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = JSON.stringify(attempts.map(({ id, attempt }) => ({ id, attempt })));
  await em.execute(look, [inSeconds, rows]);
}

/** Nobody finds the run of these: the next round of reconciliation looks for it, ahead of others. */
export async function lookSoon(em: EntityManager, attempts: readonly AttemptKey[]): Promise<void> {
  await looked(em, attempts, -86_400);
}

/** Forgets the looks of what has ended: what is under way is looked at far more often. */
export async function forgetLooks(em: EntityManager): Promise<void> {
  await em.execute(`delete from run_look where looked_at < now() - interval '1 day'`);
}

const look = `
  insert into run_look (id, attempt, looked_at, due_at)
  select id, attempt, now(), now() + make_interval(secs => ?) from jsonb_to_recordset(?::jsonb) as t (id uuid, attempt int)
  on conflict (id) do update set attempt = excluded.attempt, looked_at = excluded.looked_at, due_at = excluded.due_at`;
