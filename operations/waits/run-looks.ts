import type { EntityManager } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';

/** Rows younger than this are left alone: the process that committed one may be about to start its run. */
export const graceSeconds = 5;
/** A run that was seen usually lives for long: it is looked for again only after so many minutes. */
const quietMinutes = 15;
/** But it is looked for if Temporal's data is younger than the last look, because the run may be lost; clocks may differ by so many seconds. */
const clockSeconds = 60;

/** SQL of the columns of an open row: its alias, its attempt, when its run claimed it (if that is stored), and when it last changed. */
type Columns = { alias: string; attempt: string; claimedAt?: string; changedAt: string };

/**
 * SQL of the open rows whose run has to be looked for: first rows whose run nobody knows, then those that have waited the longest to be looked at,
 * so that every row is reached however many there are. Values of `joined`: none. Values of `due`: when Temporal's data began, and a limit.
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

/** Writes that the runs of these attempts were seen, or that Temporal refused to start them. They are looked for again after `inSeconds`. */
export async function recordLooks(
  em: EntityManager,
  attempts: readonly AttemptKey[],
  inSeconds = quietMinutes * 60,
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = JSON.stringify(attempts.map(({ id, attempt }) => ({ id, attempt })));
  await em.execute(look, [inSeconds, rows]);
}

/** Has the next round of reconciliation look for the runs of these attempts before all others, because nobody finds them. */
export async function lookSoon(em: EntityManager, attempts: readonly AttemptKey[]): Promise<void> {
  await recordLooks(em, attempts, -86_400);
}

/** Deletes old looks: they belong to attempts that have ended, because open ones are looked at far more often. */
export async function forgetLooks(em: EntityManager): Promise<void> {
  await em.execute(`delete from run_look where looked_at < now() - interval '1 day'`);
}

const look = `
  insert into run_look (id, attempt, looked_at, due_at)
  select id, attempt, now(), now() + make_interval(secs => ?) from jsonb_to_recordset(?::jsonb) as t (id uuid, attempt int)
  on conflict (id) do update set attempt = excluded.attempt, looked_at = excluded.looked_at, due_at = excluded.due_at`;
