import type { Authority } from '../../domain/conversation/authority.ts';
import type { Pace } from '../../domain/distribution/pace.ts';
import { claimedUntil, withMargin } from '../../domain/distribution/timing.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { openCall, type OpenCall } from '../conversation/calls.ts';
import { capitalized } from '../conversation/fault-in-words.ts';
import type { Parts } from '../parts.ts';
import type { Standing } from './standing.ts';

/** A question that may be asked, and that nobody else asks. */
export type Claim = { call: OpenCall; askedAt: Date };

type Claiming = { standing: Standing; authority: Authority; service: string; isAhead: boolean; pace: Pace };

/**
 * Claims a distribution for one question: moves `notBefore` to where it stays if nothing is heard of the question, and writes the row of the
 * call, in one commit before anything is said.
 *
 * @returns null where somebody else has claimed it, or the authority wants silence from the taxpayer; `notBefore` says until when
 */
export async function claim(
  { orm, now }: Pick<Parts, 'orm' | 'now'>,
  { standing, authority, service, isAhead, pace }: Claiming,
): Promise<Claim | null> {
  const { id, companyId, taxId, environment, source, certificateId, lastNsu } = standing;
  const askedAt = now();
  return acrossCompanies(orm).transactional(async (em) => {
    const until = claimedUntil(askedAt, isAhead, pace);
    const claimed = await em.execute<unknown[]>(
      `update distribution set asked_at = ?, not_before = ?, next_visit_at = ?, updated_at = now()
       where id = ? and not_before <= ? and next_visit_at <= ? and last_nsu = ?
       returning id`,
      [askedAt, until, until, id, askedAt, askedAt, lastNsu],
    );
    if (claimed.length === 0) return null;
    const speaker = { companyId, taxId, certificateId };
    const subject = subjectOf(standing);
    const opened = await openCall(em, scaled(authority, pace), { speaker, environment, subject, service }, askedAt);
    if ('id' in opened) return { call: opened, askedAt };
    if ('shut' in opened) throw new TypeError('nobody judges a source of received documents');
    const { notBefore, nextVisitAt } = withMargin(opened.silentUntil, pace);
    await em.execute(
      `update distribution set asked_at = ?, not_before = ?, next_visit_at = ?, status = 'THROTTLED', reason = ? where id = ?`,
      [standing.askedAt, notBefore, nextVisitAt, silenceInWords(authority, source), id],
    );
    return null;
  });
}

/** What the call of a question is about. */
export function subjectOf({ source, lastNsu }: Standing): string {
  return `distribution ${source} ${lastNsu}`;
}

/** The silence that all branches keep, in minutes of the pace. */
function scaled(authority: Authority, { minuteMs }: Pace): Authority {
  const { silence } = authority;
  return { ...authority, silence: { ...silence, minutes: (silence.minutes * minuteMs) / 60_000 } };
}

function silenceInWords({ called, silence }: Authority, source: Standing['source']): string {
  const whom = source === 'NFE' ? 'à empresa ou a outra filial dela' : 'à empresa';
  return `${capitalized(called.the)} pediu silêncio (${silence.code}) ${whom}.`;
}
