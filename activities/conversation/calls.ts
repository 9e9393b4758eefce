import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { Authority, Call, AuthorityService } from '../../domain/conversation/authority.ts';
import { sentAhead } from '../../domain/statement-marks.ts';
import { taxIdRoot } from '../../domain/tax-id.ts';
import type { Conversation } from './matter.ts';

/** Prefix of a call's `fault` where it is certain that nothing left this machine. */
export const notSentMark = 'not_sent:';

/** A call as SQL gives it; `startedAt` is in epoch milliseconds. */
export type CallRow = { service: string; startedAt: number; cStat: string | null; fault: string | null };

/** SQL of all calls about `subject`, oldest first, as one JSON array of `CallRow`, to be put into a larger statement. */
export const callRowsAbout = (subject: string): string => `(
  select coalesce(json_agg(json_build_object(
    'service', service, 'startedAt', round(extract(epoch from started_at) * 1000), 'cStat', c_stat, 'fault', fault
  ) order by started_at, id), '[]') from authority_call where subject = ${subject})`;

/** All calls about a subject, oldest first. */
export async function callsAbout(em: EntityManager, authority: Authority, subject: string): Promise<Call[]> {
  const [row] = await em.execute<{ calls: CallRow[] }[]>(`select ${callRowsAbout('?')} as calls`, [subject]);
  return (row?.calls ?? []).map((call) => callOf(authority, call));
}

export function callOf({ roleOf }: Authority, { service, startedAt, cStat, fault }: CallRow): Call {
  return { role: roleOf(service), startedAt, cStat, notSent: fault?.startsWith(notSentMark) ?? false };
}

/** A call whose row is written. */
export type OpenCall = { id: string; startedAt: Date };

/** Why nothing may be sent to a service; `cStat` is null where the service does not answer. */
export type ShutService = { reason: string; since: Date; cStat: string | null };

/** A call that may be made; or until when the authority wants silence from this taxpayer on this service; or why the service is shut. */
export type OpenedCall = OpenCall | { silentUntil: Date } | { shut: ShutService };

/** A call whose row is committed with the surrounding transaction. Called after the commit, it says what became of the call. */
export type CallInCommit = (em: EntityManager) => Promise<OpenedCall>;

/**
 * Writes the row of a call as `openCall` does, but at the end of a transaction whose locks others wait for: without a round trip to the database.
 * Whether the call may be made is read after the commit, before anything is sent.
 */
export async function openInCommit(em: EntityManager, authority: Authority, of: Opening): Promise<CallInCommit> {
  const id = uuid();
  await em.execute(`${sentAhead}${opening(authority)}`, openingValues(id, of, null));
  return async (outside) => {
    const [row] = await outside.execute<{ startedAt: Date | string }[]>(
      'select started_at as "startedAt" from authority_call where id = ?',
      [id],
    );
    // No row was written: `openCall` says whether silence or a shut service is the reason.
    return row ? { id, startedAt: new Date(row.startedAt) } : openCall(outside, authority, of);
  };
}

/**
 * Writes the row of a call before its message is sent. No row is written while the authority wants silence or, for a message with an
 * `authorityService`, while that service is shut. Silence binds a taxpayer with all its branches, in one environment and for one service; any message
 * sent meanwhile starts it anew.
 *
 * Calls are timed by the database, the one clock that all workers share, and never before an earlier call about the same subject: a question about
 * a message must come after it, even where somebody set a clock back. Distributions pass a clock of their own, `now`.
 */
export async function openCall(
  em: EntityManager,
  authority: Authority,
  of: Opening,
  now: Date | null = null,
): Promise<OpenedCall> {
  const id = uuid();
  const [row] = await em.execute<OpeningRow[]>(opening(authority), openingValues(id, of, now));
  if (row?.shut) return { shut: { ...row.shut, since: new Date(row.shut.since) } };
  const { startedAt = null, throttledAt = null } = row ?? {};
  if (startedAt !== null) return { id, startedAt: new Date(startedAt) };
  return { silentUntil: new Date(new Date(throttledAt ?? 0).getTime() + authority.silence.minutes * 60_000) };
}

/** SQL that writes the row of a call if it may be made, and returns what became of it. */
const opening = ({ silence }: Authority): string => `
     with clock as (select coalesce(?::timestamptz, clock_timestamp()) as now), shut as (
       select reason, since, c_stat as "cStat" from authority_standing
       where authorizer = ? and environment = ? and model = ? and state = ?
         and (standing = 'SHUT' or (standing = 'OFF' and not ?::boolean))
     ), throttled as (
       select max(started_at) as at from authority_call
       where tax_id_root = ? and environment = ? and service = ? and c_stat = '${silence.code}'
         and started_at > (select now from clock) - make_interval(secs => ${silence.minutes * 60})
     ), opened as (
       insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at)
       select ?, ?, ?, ?, ?, ?, greatest((select now from clock), (
         select max(started_at) + interval '1 millisecond' from authority_call where subject = ?))
       from throttled where at is null and not exists (select from shut)
       returning started_at
     )
     select at as "throttledAt", (select row_to_json(shut) from shut) as shut,
       (select started_at from opened) as "startedAt" from throttled`;

function openingValues(
  id: string,
  { speaker, environment, subject, service, authorityService = null }: Opening,
  now: Date | null,
): (string | boolean | Date | null)[] {
  const root = taxIdRoot(speaker.taxId);
  const { authorizer = null, model = null, state = null } = authorityService ?? {};
  return [
    now,
    authorizer,
    environment,
    model,
    state,
    servedWhileOff.has(service),
    root,
    environment,
    service,
    id,
    speaker.companyId,
    root,
    environment,
    service,
    subject,
    subject,
  ];
}

/**
 * Services that an SVC offers at all times for the notes that it authorized, even while it is switched off for new ones: questions about them and
 * their cancellation (MOC 7.0 Anexo III, 2.1.3.4, by the simulator's reading of 2026-11-24).
 */
const servedWhileOff: ReadonlySet<string> = new Set(['NfeConsultaProtocolo', 'RecepcaoEvento']);

/** What a call is about, and the service that it goes to. */
type Opening = Omit<Conversation, 'calls'> & {
  service: string;
  authorityService?: AuthorityService | null | undefined;
};
type OpeningRow = {
  throttledAt: Date | string | null;
  shut: (Omit<ShutService, 'since'> & { since: string }) | null;
  startedAt: Date | string | null;
};

/** Completes a call with its outcome, in the transaction that acts on it (invariant 3). */
export async function closeCall(
  em: EntityManager,
  id: string,
  {
    cStat = null,
    answer = null,
    fault = null,
    sent = true,
  }: { cStat?: string | null; answer?: string | null; fault?: string | null; sent?: boolean },
): Promise<void> {
  const why = fault !== null && !sent ? `${notSentMark} ${fault}` : fault;
  await em.execute(
    `${sentAhead}update authority_call set ended_at = clock_timestamp(), c_stat = ?, answer = ?, fault = ? where id = ?`,
    [cStat, answer, why, id],
  );
}
