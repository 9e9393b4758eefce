import type { EntityManager } from '../../config/orm.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';
import { isEntered } from './standings.ts';

/**
 * State of a note that was let go and has not landed: `SENT`, it is being sent; `LOST`, no answer came, and the authority is asked what became of
 * it; `UNSENT`, it certainly did not arrive, and waits for transmission again.
 */
export type TransmissionState = 'SENT' | 'LOST' | 'UNSENT';

/**
 * A valid note that is to be transmitted. `lane` is its company and series, in which one note goes after the other; `flight` is null until it is
 * let go.
 */
export type LateNote = {
  id: string;
  attempt: number;
  lane: string;
  flight: Exclude<TransmissionState, 'UNSENT'> | null;
};

/**
 * How long a series waits for a note that is under way, counted from the note's last step or, where that is later, from the return of the service.
 */
export const patienceSeconds = 60;

const isLate = `d.status = 'PROCESSING' and d.contingency_mode in ('OFFLINE', 'EPEC')`;
/** SQL: the note was let go, and only its answer is missing. */
const isUnderWay = `d.waiting_kind in ('ANSWER', 'UNANSWERED') and d.contingency_transmit_by is not null
  and greatest(d.waiting_since, s.since) > now() - interval '${patienceSeconds} seconds'`;
/** SQL that joins the standing of the service to each of its notes; null where nothing is known of it. */
const joinedStanding = `left join authority_standing s
  on s.authorizer = ? and s.environment = d.environment and s.model = ? and s.state = ''`;

/** Notes that wait for transmission to a service or were let go and have not landed, in the order of their series and numbers. */
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

/** Lets notes go: their runs may send them from now on. @returns the ids of those that were still waiting */
export async function letNotesGo(em: EntityManager, ids: string[]): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `update document d set waiting_kind = 'ANSWER', waiting_since = clock_timestamp(), waiting_until = null
     where d.id in (?) and d.status = 'PROCESSING' and d.waiting_kind = 'TRANSMISSION' and not ${isEntered} returning d.id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The states of those notes that were let go and have not landed. The others have ended, or wait for something else than their answer. */
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
