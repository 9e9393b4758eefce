import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../config/orm.ts';
import { AuthorityCall } from '../domain/documents/authority-call.entity.ts';
import type { Call } from '../domain/emission/next-step.ts';
import type { Service } from '../domain/sefaz/endpoints.ts';

/** Begins `fault` where certainly nothing left this machine. */
const notSentMark = 'not_sent:';

/** Every message about an access key or an event, oldest first. */
export async function callsAbout(em: EntityManager, subject: string): Promise<Call[]> {
  const calls = await em.find(
    AuthorityCall,
    { subject },
    { orderBy: { startedAt: 'asc', id: 'asc' }, fields: ['service', 'startedAt', 'cStat', 'fault'] },
  );
  return calls.map(({ service, startedAt, cStat, fault }) => ({
    role: roleOf(service as Service),
    startedAt: startedAt.getTime(),
    cStat: cStat ?? null,
    notSent: fault?.startsWith(notSentMark) ?? false,
  }));
}

/** Remembers, before anything is sent, that it will be. @returns the call's id */
export async function openCall(
  em: EntityManager,
  call: { company: string; service: Service; subject: string },
): Promise<string> {
  const id = uuid();
  await em.insert(AuthorityCall, { id, startedAt: new Date(), ...call });
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
  await em.nativeUpdate(AuthorityCall, { id }, { endedAt: new Date(), cStat, answer, fault: why });
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
