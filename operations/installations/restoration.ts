import type { EntityManager, Orm } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { RestorationCause } from '../../domain/installations/restoration.entity.ts';
import { record } from '../audit/record.ts';
import { acrossCompanies } from '../in-company.ts';

/** The restore from a backup that is not over; `askedAt` is null until the authorities were asked about everything. */
export type OpenRestoration = { id: string; cause: RestorationCause; noticedAt: Date; askedAt: Date | null };

/** SQL: whether the authorities were asked about all numbers of a company, in the restore `r`. */
export const isAskedAfterRestore = (company: string): string => `(r.asked_at is not null or coalesce(
  (select bool_and(s.asked_at is not null) from restored_series s where s.restoration_id = r.id and s.company_id = ${company}), false))`;

/** SQL: whether the restore `r` found notes of a company of which nobody knows yet whose they are. */
export const hasUndecidedNotes = (company: string): string =>
  `exists (select from found_note f where f.restoration_id = r.id and f.company_id = ${company} and f.decision is null)`;

/** SQL: whether the database was restored and a company may not send what may have been sent before. */
export const isHeldAfterRestore = (company: string): string => `exists (select from restoration r
  where r.released_at is null and (not ${isAskedAfterRestore(company)} or ${hasUndecidedNotes(company)}))`;

export async function openRestoration(em: EntityManager): Promise<OpenRestoration | null> {
  const [row] = await em.execute<OpenRestoration[]>(
    `select id, cause, noticed_at as "noticedAt", asked_at as "askedAt" from restoration where released_at is null`,
  );
  if (!row) return null;
  const { noticedAt, askedAt } = row;
  return { ...row, noticedAt: new Date(noticedAt), askedAt: askedAt && new Date(askedAt) };
}

/** Whether a restore was released within ten minutes: runs that it held may not have heard of that yet. */
export async function isReleasedLately(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<{ is: boolean }[]>(
    `select exists (select from restoration where released_at > now() - interval '10 minutes') as is`,
  );
  return row?.is ?? false;
}

/**
 * Identifies the server, the server's history and the database. A dump that was restored lies in another database or on another server; a restore
 * to a point in time and a promoted replica begin another history (timeline).
 */
const presentPlace = `select (select system_identifier from pg_control_system()) || '/' ||
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || (select oid from pg_database where datname = current_database())`;

/**
 * Finds out whether the database went back in time, and raises its epoch.
 *
 * @param outside the epoch that is stored in Temporal; null where none is
 * @returns the new epoch, to be stored in Temporal, and why the database has just been found to be restored
 */
export function noticeRestore(
  orm: Orm,
  outside: number | null,
): Promise<{ epoch: number; cause: RestorationCause | null }> {
  return acrossCompanies(orm).transactional(async (em) => {
    const [row] = await em.execute<{ epoch: number; place: string | null; present: string }[]>(
      `select epoch, place, (${presentPlace}) as present from installation for update`,
    );
    if (!row) throw new Error('the database has no installation: a migration makes it');
    const isMoved = row.place !== null && row.place !== row.present;
    const cause = isMoved ? 'MOVED' : outside !== null && outside > row.epoch ? 'BEHIND' : null;
    const epoch = Math.max(row.epoch, outside ?? 0) + 1;
    await em.execute('update installation set epoch = ?, place = ?', [epoch, row.present]);
    const isNew = cause !== null && (await markRestored(em, cause));
    return { epoch, cause: isNew ? cause : null };
  });
}

/** Stops emission until it is known what may have been sent. @returns false where it is stopped already */
export function markRestored(em: EntityManager, cause: RestorationCause, actor: Actor = lavraItself): Promise<boolean> {
  return em.transactional(async (tx) => {
    const marked = await tx.execute<{ id: string }[]>(
      `insert into restoration (id, cause, noticed_at) values (gen_random_uuid(), ?, now())
     on conflict do nothing returning id`,
      [cause],
    );
    for (const { id } of marked) record(tx, actor, { action: 'RESTORATION_MARKED', subject: id, details: { cause } });
    return marked.length > 0;
  });
}

/** Lets emission go on. @returns whether it was stopped */
export function releaseRestored(
  em: EntityManager,
  by: 'ANSWERS' | 'PERSON',
  actor: Actor = lavraItself,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const released = await tx.execute<{ id: string }[]>(
      `update restoration set released_at = now(), released_by = ? where released_at is null returning id`,
      [by],
    );
    for (const { id } of released) record(tx, actor, { action: 'RESTORATION_RELEASED', subject: id, details: { by } });
    return released.length > 0;
  });
}
