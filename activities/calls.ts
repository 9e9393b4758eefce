import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../config/orm.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import { type Call, silenceMs } from '../domain/emission/next-step.ts';
import type { Service } from '../domain/sefaz/endpoints.ts';

const hourMs = 3_600_000;

/** Begins `fault` where certainly nothing left this machine. */
const notSentMark = 'not_sent:';

/** A message as SQL gives it, `startedAt` in epoch milliseconds. */
export type CallRow = { service: Service; startedAt: number; cStat: string | null; fault: string | null };

/** SQL of every message about `subject`, oldest first, as one JSON array of `CallRow`: part of statements that read more. */
export const callRowsAbout = (subject: string): string => `(
  select coalesce(json_agg(json_build_object(
    'service', service, 'startedAt', round(extract(epoch from started_at) * 1000), 'cStat', c_stat, 'fault', fault
  ) order by started_at, id), '[]') from authority_call where subject = ${subject})`;

/** Every message about an access key or an event, oldest first. */
export async function callsAbout(em: EntityManager, subject: string): Promise<Call[]> {
  const [row] = await em.execute<{ calls: CallRow[] }[]>(`select ${callRowsAbout('?')} as calls`, [subject]);
  return (row?.calls ?? []).map(callOf);
}

export function callOf({ service, startedAt, cStat, fault }: CallRow): Call {
  return { role: roleOf(service), startedAt, cStat, notSent: fault?.startsWith(notSentMark) ?? false };
}

/** Questions of the last hour about a note's key that were asked for its own sake or for the sake of another of its events. */
export async function otherAsksAbout(
  em: EntityManager,
  { id, accessKey }: Document,
  { subject, now }: { subject: string; now: number },
): Promise<Call[]> {
  const rows = await em.execute<CallRow[]>(
    `select service, round(extract(epoch from started_at) * 1000) as "startedAt", c_stat as "cStat", fault from authority_call
     where service = 'NfeConsultaProtocolo' and subject <> ? and started_at > ? and subject in (
       select ? union all select 'ID' || code || ? || lpad(sequence::text, 2, '0') from document_event where document_id = ?
     )`,
    [subject, new Date(now - hourMs), accessKey, accessKey, id],
  );
  return rows.map((row) => callOf({ ...row, startedAt: Number(row.startedAt) }));
}

/** A call that may be made, or until when the authority wants to hear nothing of this company on this service. */
export type OpenedCall = { id: string } | { silentUntil: Date };

/**
 * Remembers, before anything is sent, that it will be. Nothing may be sent for 61 minutes after a 656: it is about a CNPJ and a service, and
 * whoever else tries meanwhile starts the hour anew.
 */
export async function openCall(
  em: EntityManager,
  { company, service, subject }: { company: string; service: Service; subject: string },
): Promise<OpenedCall> {
  const id = uuid();
  const now = new Date();
  const since = new Date(now.getTime() - silenceMs);
  const [row] = await em.execute<{ throttledAt: Date | string | null }[]>(
    `with throttled as (
       select max(started_at) as at from authority_call
       where company_id = ? and service = ? and c_stat = '656' and started_at > ?
     ), opened as (
       insert into authority_call (id, company_id, service, subject, started_at)
       select ?, ?, ?, ?, ? from throttled where at is null
     )
     select at as "throttledAt" from throttled`,
    [company, service, since, id, company, service, subject, now],
  );
  const throttledAt = row?.throttledAt ?? null;
  return throttledAt === null ? { id } : { silentUntil: new Date(new Date(throttledAt).getTime() + silenceMs) };
}

/** Completes a call with what came of it, in the transaction that acts upon it (invariant 3). */
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
  await em.execute('update authority_call set ended_at = ?, c_stat = ?, answer = ?, fault = ? where id = ?', [
    new Date(),
    cStat,
    answer,
    why,
    id,
  ]);
}

function roleOf(service: Service): Call['role'] {
  switch (service) {
    case 'NfeConsultaProtocolo':
      return 'ask';
    case 'NfeRetAutorizacao':
      return 'poll';
    case 'NfeStatusServico':
      return 'status';
    default:
      return 'send';
  }
}
