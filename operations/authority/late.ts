import type { EntityManager } from '../../config/orm.ts';
import type { Standing } from '../../domain/contingency/standing.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';
import { isEntered } from './entered.ts';

/** A valid note that is to be transmitted; `lane` is its company's series, in which one goes after the other. */
export type LateNote = { id: string; attempt: number; lane: string; isLetGo: boolean };

/** How long a note that was let go is waited for before its series goes on. */
export const patienceSeconds = 60;

const isLate = `d.status = 'PROCESSING' and d.contingency_mode in ('OFFLINE', 'EPEC')`;
/** It was let go and is under way. */
const isUnderWay = `d.waiting_kind = 'ANSWER' and d.contingency_transmit_by is not null and d.waiting_since > now() - interval '${patienceSeconds} seconds'`;

/** Notes that wait for their transmission to a service, in the order of their series and numbers, and those that were let go just now. */
export function lateNotes(
  em: EntityManager,
  { authorizer, environment, model }: AuthorityInput,
  limit: number,
): Promise<LateNote[]> {
  return em.execute<LateNote[]>(
    `select id, attempt, lane, "isLetGo" from (
       select d.id, d.attempt, d.number, d.company_id || '/' || d.series as lane, d.waiting_kind = 'ANSWER' as "isLetGo",
         min(d.contingency_since) over (partition by d.company_id, d.series) as since
       from document d join company c on c.id = d.company_id
       where ${isLate} and d.environment = ? and d.type = ? and c.settings -> 'address' ->> 'state' in (?)
         and ((d.waiting_kind = 'TRANSMISSION' and not ${isEntered}) or ${isUnderWay})
     ) late
     order by since, lane, number limit ?`,
    [environment, model === '55' ? 'NFE' : 'NFCE', statesOf(authorizer, model, environment), limit],
  );
}

/** Lets notes go: their runs may send them from now on. @returns those of them that still waited */
export async function letNotesGo(em: EntityManager, ids: string[]): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `update document set waiting_kind = 'ANSWER', waiting_since = clock_timestamp(), waiting_until = null
     where id in (?) and status = 'PROCESSING' and waiting_kind = 'TRANSMISSION' returning id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** How the service stands, and which of the notes that were let go are still under way. */
export async function watched(
  em: EntityManager,
  { authorizer, environment, model }: AuthorityInput,
  ids: string[],
): Promise<{ standing: Standing; underWay: string[] }> {
  const [row] = await em.execute<{ standing: Standing; underWay: string[] }[]>(
    `select
       coalesce((select standing from authority_standing
         where authorizer = ? and environment = ? and model = ? and state = ''), 'OPEN') as standing,
       (select coalesce(json_agg(d.id), '[]') from document d
         where d.id = any(?::uuid[]) and ${isLate} and ${isUnderWay}) as "underWay"`,
    [authorizer, environment, model, `{${ids.join(',')}}`],
  );
  return row ?? { standing: 'OPEN', underWay: [] };
}
