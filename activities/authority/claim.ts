import { afterClaim, afterNobody } from '../../domain/contingency/judge.ts';
import type { JudgedService } from '../../domain/conversation/standing.ts';
import { isLately, judgedOf, lockedStanding, writeStanding } from '../../operations/authority/standings.ts';
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
      `select coalesce(bool_or(${isLately('asked_at', '?::timestamptz')}), false) as "isRecent" from authority_standing
       where authorizer = ? and environment = ? and model = ?`,
      [at, paceMs / 1000, at, authorizer, environment, model],
    );
    const before = judgedOf(row, at);
    if (last?.isRecent || (before.notBefore && before.notBefore > at)) return false;
    const after = isToBeAsked ? afterClaim : afterNobody;
    writeStanding(em, row, after(before, { at, paceMs }), at);
    return true;
  });
}
