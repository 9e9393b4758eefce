import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { AuthorityChange, AuthorityStanding } from '../../domain/contingency/authority-standing.entity.ts';
import { type KnownStanding, unjudged } from '../../domain/contingency/judge.ts';
import type { JudgedService } from '../../domain/conversation/authority.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';

/** A service and what its judge keeps of it. */
export type StandingOf = JudgedService & KnownStanding;

/** Every service of which anything was ever noted, for logins that see all companies. */
export async function standingsOf(
  em: EntityManager,
  of: { environment: Environment; authorizer?: string },
  now = new Date(),
): Promise<StandingOf[]> {
  const rows = await em.find(AuthorityStanding, of, {
    orderBy: { authorizer: 'asc', model: 'asc', state: 'asc' },
    refresh: true,
  });
  return rows.map((row) => ({ ...serviceOf(row), ...knownStandingOf(row, now) }));
}

/** How one service stands; as one of which nothing is known where nothing was noted. */
export async function standingOf(em: EntityManager, service: JudgedService, now = new Date()): Promise<KnownStanding> {
  const row = await em.findOne(AuthorityStanding, serviceOf(service), { refresh: true });
  return row ? knownStandingOf(row, now) : unjudged(service, now);
}

/** The latest changes of how services stand, the newest first. */
export async function changesOf(
  em: EntityManager,
  { limit = 50, ...of }: { environment: Environment; limit?: number } & Partial<Omit<JudgedService, 'environment'>>,
): Promise<AuthorityChange[]> {
  return em.find(AuthorityChange, of, { orderBy: { changedAt: 'desc', id: 'desc' }, limit });
}

/** What services changed to since an instant, the oldest first, each with how it stood at that instant where that is known. */
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

/** The row of a service, locked; made where there was none. In a transaction. */
export async function lockedStanding(em: EntityManager, service: JudgedService, now: Date): Promise<AuthorityStanding> {
  const { authorizer, environment, model, state } = service;
  const { standing, since, reason } = unjudged(service, now);
  await em.execute(
    `insert into authority_standing (authorizer, environment, model, state, standing, since, reason, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [authorizer, environment, model, state, standing, since, reason, now],
  );
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  return em.findOneOrFail(AuthorityStanding, serviceOf(service), lock);
}

/** Writes a judgement into its row, and into the history where the service stands otherwise now. In a transaction. */
export function writeStanding(em: EntityManager, row: AuthorityStanding, after: KnownStanding, now: Date): void {
  if (row.standing !== after.standing) {
    const { standing, reason, cStat, since: changedAt } = after;
    em.create(AuthorityChange, { ...serviceOf(row), standing, reason, cStat, changedAt });
  }
  Object.assign(row, after, { updatedAt: now });
}

const serviceOf = ({ authorizer, environment, model, state }: JudgedService): JudgedService => ({
  authorizer,
  environment,
  model,
  state,
});

/** A moment that lies further ahead was told by a clock that was wrong; workers may differ by less. */
const skewMs = 60_000;
/** No service is left alone for longer. */
export const calmMs = 3_600_000;

/** SQL: whether something happened within so many seconds (the parameter) before `now`, told by a clock that was right. */
export const isLately = (moment: string, now: string): string =>
  `(${moment} > ${now} - make_interval(secs => ?) and ${moment} < ${now} + interval '${skewMs} milliseconds')`;

/** What a row says at `now`, apart from the row: a worker whose clock was ahead must not silence the questions of those that are right. */
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

/** States of an authorizer of NF-e of which somebody would issue at the SVC: his switch is not off, or a person entered a contingency. */
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

/** SQL of the condition that a person keeps the company of a document `d` in contingency: what is out stays until he leaves it. */
export const isEntered = `exists (
  select from contingency_entry entry
  where entry.company_id = d.company_id and entry.environment = d.environment and entry.left_at is null
    and entry.model = case d.type when 'NFE' then '55' else '65' end)`;
