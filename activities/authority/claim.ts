import { afterClaim, afterNobody } from '../../domain/contingency/judge.ts';
import type { JudgedService } from '../../domain/contingency/standing.ts';
import { judgedOf, lockedStanding, writeStanding } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Parts } from '../parts.ts';

/**
 * Claims the one question that an authorizer is asked within a pace, before it is asked, so that whatever becomes of it nobody asks too
 * early. Of an SVC all states are asked at one place and share the pace.
 *
 * @returns whether it may be asked now
 */
export function claim(
  parts: Parts,
  service: JudgedService,
  { isToBeAsked }: { isToBeAsked: boolean },
): Promise<boolean> {
  const { authorizer, environment, model } = service;
  const paceMs = parts.statusPaceMs;
  return acrossCompanies(parts.orm).transactional(async (em) => {
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [
      `authority/${authorizer}/${environment}/${model}`,
    ]);
    const at = parts.now();
    const row = await lockedStanding(em, service, at);
    const [last] = await em.execute<{ isRecent: boolean | null }[]>(
      `select max(asked_at) > ? as "isRecent" from authority_standing where authorizer = ? and environment = ? and model = ?`,
      [new Date(at.getTime() - paceMs), authorizer, environment, model],
    );
    if (last?.isRecent || (row.notBefore && row.notBefore > at)) return false;
    const after = isToBeAsked ? afterClaim : afterNobody;
    writeStanding(em, row, after(judgedOf(row), { at, paceMs }), at);
    return true;
  });
}
