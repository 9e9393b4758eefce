import type { EntityManager } from '../../config/orm.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';
import { isEntered } from './standings.ts';

/**
 * How a note stands that was let go and has not landed: it is being sent, or no answer came and the authority is asked what became of it, or
 * it certainly did not arrive and waits for its transmission again.
 */
export type TransmissionState = 'SENT' | 'LOST' | 'UNSENT';

/**
 * A valid note that is to be transmitted; `lane` is its company's series, in which one goes after the other, and `flight` is null until it is
 * let go.
 */
export type LateNote = {
  id: string;
  attempt: number;
  lane: string;
  flight: Exclude<TransmissionState, 'UNSENT'> | null;
};

/** How long the series of a note waits for it, counted from its last step or, where that is later, from the return of the service. */
export const patienceSeconds = 60;

const isLate = `d.status = 'PROCESSING' and d.contingency_mode in ('OFFLINE', 'EPEC')`;
/** It was let go, and nothing but its answer is missing. */
const isUnderWay = `d.waiting_kind in ('ANSWER', 'UNANSWERED') and d.contingency_transmit_by is not null
  and greatest(d.waiting_since, s.since) > now() - interval '${patienceSeconds} seconds'`;
/** The standing of the service beside each of its notes; nothing where nobody has judged it yet. */
const joinedStanding = `left join authority_standing s
  on s.authorizer = ? and s.environment = d.environment and s.model = ? and s.state = ''`;

/** Notes that wait for their transmission to a service, in the order of their series and numbers, and those that were let go and have not landed. */
export function lateNotes(
  em: EntityManager,
  { authorizer, environment, model }: AuthorityInput,
  limit: number,
): Promise<LateNote[]> {
  return em.execute<LateNote[]>(
    `select id, attempt, lane, flight from (
       select d.id, d.attempt, d.number, d.company_id || '/' || d.series as lane, 
         case d.waiting_kind when 'ANSWER' then 'SENT' when 'UNANSWERED' then 'LOST' end as flight,
         min(d.contingency_since) over (partition by d.company_id, d.series) as since
       from document d join company c on c.id = d.company_id ${joinedStanding}
       where ${isLate} and d.environment = ? and d.type = ? and c.settings -> 'address' ->> 'state' in (?)
         and ((d.waiting_kind = 'TRANSMISSION' and not ${isEntered}) or (${isUnderWay}))
     ) late
     order by since, lane, number limit ?`,
    [
      ...[authorizer, model],
      ...[environment, model === '55' ? 'NFE' : 'NFCE', statesOf(authorizer, model, environment), limit],
    ],
  );
}

/** Lets notes go: their runs may send them from now on. @returns those of them that still waited */
export async function letNotesGo(em: EntityManager, ids: string[]): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `update document d set waiting_kind = 'ANSWER', waiting_since = clock_timestamp(), waiting_until = null
     where d.id in (?) and d.status = 'PROCESSING' and d.waiting_kind = 'TRANSMISSION' and not ${isEntered} returning d.id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** How those of the notes that were let go stand which have not landed: all others are settled, or wait for something else than their answer. */
export async function transmissionStates(
  em: EntityManager,
  { authorizer, model }: AuthorityInput,
  ids: string[],
): Promise<Map<string, TransmissionState>> {
  const rows = await em.execute<{ id: string; flight: TransmissionState }[]>(
    `select d.id, case d.waiting_kind when 'ANSWER' then 'SENT' when 'UNANSWERED' then 'LOST' else 'UNSENT' end as flight
     from document d ${joinedStanding}
     where d.id = any(?::uuid[]) and ${isLate} and ((d.waiting_kind = 'TRANSMISSION' and not ${isEntered}) or (${isUnderWay}))`,
    [authorizer, model, `{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, flight }) => [id, flight]));
}
