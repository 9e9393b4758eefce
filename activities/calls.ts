import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../config/orm.ts';
import type { Call } from '../domain/emission/next-step.ts';
import type { Service } from '../domain/sefaz/endpoints.ts';

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

/** Remembers, before anything is sent, that it will be. @returns the call's id */
export async function openCall(
  em: EntityManager,
  call: { company: string; service: Service; subject: string },
): Promise<string> {
  const id = uuid();
  await em.execute('insert into authority_call (id, company_id, service, subject, started_at) values (?, ?, ?, ?, ?)', [
    id,
    call.company,
    call.service,
    call.subject,
    new Date(),
  ]);
  return id;
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
