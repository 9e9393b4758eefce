import type { AuthorityStanding } from '../../domain/contingency/authority-standing.entity.ts';
import type { KnownStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityService, Standing } from '../../domain/conversation/authority.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';
import { isNamedBy, recordNotices, type Transaction } from '../outbox.ts';
import { writeStanding } from './standings.ts';

/** A change of how a service stands, for webhooks and the log. */
export type StandingChange = AuthorityService & {
  standing: Standing;
  previous: Standing;
  reason: string;
  cStat: string | null;
  since: Date;
};

/**
 * Writes how a service stands now. Where that is a change, its history and the events for the companies that it serves are written in the same
 * commit.
 *
 * @returns the change; null where there is none
 */
export async function recordStanding(
  tx: Transaction,
  row: AuthorityStanding,
  after: KnownStanding,
  now: Date,
): Promise<StandingChange | null> {
  const { authorizer, environment, model, state, standing: previous } = row;
  writeStanding(tx.em, row, after, now);
  if (previous === after.standing) return null;
  const { standing, reason, cStat, since } = after;
  const change: StandingChange = { authorizer, environment, model, state, standing, previous, reason, cStat, since };
  const data = { ...change, since: since.toISOString() };
  const companies = await listeners(tx, change);
  await recordNotices(
    tx,
    'AUTHORITY_STATUS',
    companies.map((company) => ({ company, document: null, data })),
  );
  return change;
}

/** The companies that issue there, and have an endpoint which asks for this event by name. */
async function listeners(
  { em }: Transaction,
  { authorizer, environment, model, state }: AuthorityService,
): Promise<string[]> {
  const states = state === '' ? statesOf(authorizer, model, environment) : [state];
  const rows = await em.execute<{ id: string }[]>(
    `select c.id from company c
     where c.is_active and c.environment = ? and c.settings -> 'address' ->> 'state' in (?)
       and c.settings -> 'series' ->> ? is not null and ${isNamedBy('c.id', 'AUTHORITY_STATUS')}`,
    [environment, states, model],
  );
  return rows.map(({ id }) => id);
}
