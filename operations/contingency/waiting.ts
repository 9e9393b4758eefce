import type { EntityManager } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import type { ContingencyPlace } from './by-hand.ts';

/** Waits of a note for its authority: entering or leaving a contingency may end them. */
const movable: readonly WaitKind[] = ['AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'UNANSWERED', 'TRANSMISSION'];

/** The documents of a place that wait for their authority, in the order of their numbers. */
export function waitingForAuthority(
  em: EntityManager,
  { company, environment, type }: ContingencyPlace,
): Promise<AttemptKey[]> {
  return em.execute<AttemptKey[]>(
    `select id, attempt from document
     where company_id = ? and environment = ? and type = ? and status = 'PROCESSING' and waiting_kind in (?)
     order by series, number, id`,
    [company.id, environment, type, movable],
  );
}

/** Ids of the replaced notes of a company that are not settled, the oldest first. */
export async function unsettledNotes(em: EntityManager, { id }: { id: string }): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from replaced_note where company_id = ? and settled_at is null order by created_at, id`,
    [id],
  );
  return rows.map((row) => row.id);
}
