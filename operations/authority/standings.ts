import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { AuthorityChange, AuthorityStanding } from '../../domain/contingency/authority-standing.entity.ts';
import { type KnownStanding, unaskedStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityService } from '../../domain/conversation/authority.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';

/** A service, and how it stands. */
export type StandingOf = AuthorityService & KnownStanding;

/** All services that anything is known of, for logins that see all companies. */
export async function standingsOf(
  em: EntityManager,
  of: { environment: Environment; authorizer?: string },
  now: Date,
): Promise<StandingOf[]> {
  const rows = await em.find(AuthorityStanding, of, {
    orderBy: { authorizer: 'asc', model: 'asc', state: 'asc' },
    refresh: true,
  });
  return rows.map((row) => ({ ...serviceOf(row), ...knownStandingOf(row, now) }));
}

/** How one service stands; a service without a row stands as one that nobody has asked about (`unaskedStanding`). */
export async function serviceStanding(em: EntityManager, service: AuthorityService, now: Date): Promise<KnownStanding> {
  const row = await em.findOne(AuthorityStanding, serviceOf(service), { refresh: true });
  return row ? knownStandingOf(row, now) : unaskedStanding(service, now);
}

/** The latest changes of how services stand, the newest first. */
export async function standingChanges(
  em: EntityManager,
  { limit = 50, ...of }: { environment: Environment; limit?: number } & Partial<Omit<AuthorityService, 'environment'>>,
): Promise<AuthorityChange[]> {
  return em.find(AuthorityChange, of, { orderBy: { changedAt: 'desc', id: 'desc' }, limit });
}

/** The changes of services since an instant, the oldest first, each service preceded by its last change before that instant. */
export async function historySince(
  em: EntityManager,
  { environment, since, limit = 2_000 }: { environment: Environment; since: Date; limit?: number },
): Promise<AuthorityChange[]> {
  const before = await em.execute<{ id: string }[]>(
    `select distinct on (authorizer, model, state) id from authority_change where environment = ? and changed_at < ?
     order by authorizer, model, state, changed_at desc, id desc`,
    [environment, since],
  );
  const either = [{ changedAt: { $gte: since } }, { id: before.map(({ id }) => id) }];
  const newestFirst = { orderBy: { changedAt: 'desc', id: 'desc' }, limit } as const;
  return (await em.find(AuthorityChange, { environment, $or: either }, newestFirst)).reverse();
}

/** The row of a service, locked, and created where there was none. It needs a transaction. */
export async function lockedStanding(
  em: EntityManager,
  service: AuthorityService,
  now: Date,
): Promise<AuthorityStanding> {
  const { authorizer, environment, model, state } = service;
  const { standing, since, reason } = unaskedStanding(service, now);
  await em.execute(
    `insert into authority_standing (authorizer, environment, model, state, standing, since, reason, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [authorizer, environment, model, state, standing, since, reason, now],
  );
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  return em.findOneOrFail(AuthorityStanding, serviceOf(service), lock);
}

/** Writes a standing into its row and, where it is another than before, into the history. It needs a transaction. */
export function writeStanding(em: EntityManager, row: AuthorityStanding, after: KnownStanding, now: Date): void {
  if (row.standing !== after.standing) {
    const { standing, reason, cStat, since: changedAt } = after;
    em.create(AuthorityChange, { ...serviceOf(row), standing, reason, cStat, changedAt });
  }
  Object.assign(row, after, { updatedAt: now });
}

const serviceOf = ({ authorizer, environment, model, state }: AuthorityService): AuthorityService => ({
  authorizer,
  environment,
  model,
  state,
});

/** How far the clocks of workers may differ. An instant that lies further ahead was written by a wrong clock. */
const skewMs = 60_000;
/** The longest that a service goes without being asked. */
export const calmMs = 3_600_000;

/** SQL: whether `moment` lies within the seconds of the parameter before `now`; an instant written by a clock that was ahead does not count. */
export const isLately = (moment: string, now: string): string =>
  `(${moment} > ${now} - make_interval(secs => ?) and ${moment} < ${now} + interval '${skewMs} milliseconds')`;

/** How a service stands at `now`, by its row. Instants that a wrong clock wrote ahead are dropped: they must not keep other workers from asking. */
export function knownStandingOf(row: AuthorityStanding, now: Date): KnownStanding {
  const { standing, reason, faults, isProven, relapses } = row;
  const past = (moment: Date | null | undefined, aheadMs = skewMs): Date | null =>
    moment && moment.getTime() <= now.getTime() + aheadMs ? moment : null;
  return {
    standing,
    since: past(row.since) ?? now,
    reason,
    faults,
    isProven,
    relapses,
    cStat: row.cStat ?? null,
    doubtedAt: row.doubtedAt ? (past(row.doubtedAt) ?? now) : null,
    askedAt: past(row.askedAt),
    notBefore: past(row.notBefore, calmMs),
    servingAt: past(row.servingAt),
  };
}

/** States of an authorizer in which a company would issue NF-e at the SVC: its contingency is not switched off, or a person entered one. */
export async function statesThatUseSvc(
  em: EntityManager,
  { authorizer, environment }: { authorizer: string; environment: Environment },
): Promise<string[]> {
  const rows = await em.execute<{ state: string }[]>(
    `select distinct c.settings -> 'address' ->> 'state' as state from company c
     where c.settings ->> 'stateRegistration' is not null and c.is_active and c.environment = ? and c.settings -> 'address' ->> 'state' in (?)
       and (coalesce(c.settings -> 'contingency' ->> 'nfe', 'OFF') <> 'OFF' or exists (
         select from contingency_entry e
         where e.company_id = c.id and e.environment = c.environment and e.model = '55' and e.left_at is null
       ))`,
    [environment, statesOf(authorizer, '55', environment)],
  );
  return rows.map(({ state }) => state);
}

/** SQL: whether a person has put the company of a document `d` into contingency. Notes that are out then stay until the contingency is left. */
export const isEntered = `exists (
  select from contingency_entry entry
  where entry.company_id = d.company_id and entry.environment = d.environment and entry.left_at is null
    and entry.model = case d.type when 'NFE' then '55' else '65' end)`;
