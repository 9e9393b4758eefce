import { Context } from '@temporalio/activity';
import { afterMessage, type Evidence, isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { isTaking, type JudgedService } from '../../domain/conversation/authority.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';
import { announce, type StandingChange } from '../../operations/authority/announce.ts';
import { knownStandingOf, lockedStanding, standingOf } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeAuthority } from '../../temporal/start.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';

/**
 * Learns from one message how the service stands that it went to. Never rejects, so that an answer is never lost to it: what is missed the
 * next message says again.
 */
export async function learn(parts: Parts, judged: JudgedService | null | undefined, evidence: Evidence): Promise<void> {
  if (!judged) return;
  try {
    const known = await parts.standings.of(judged, () => standingOf(acrossCompanies(parts.orm), judged));
    if (judge(parts, judged, known, evidence) === known) return;
    const { before, after, change } = await parts.steps(() => write(parts, judged, evidence));
    parts.standings.keep(judged, after);
    if (change) logChange(parts, change);
    // Of many doubts the first one wakes; the others only in case that it could not.
    const isNews = change !== null || (isToAsk(after) && !isToAsk(before));
    if (isNews || (isToAsk(after) && parts.standings.isToWake(judged))) await wakeActor(judged);
  } catch (error) {
    parts.logger.warn('what a message says of its service could not be noted', { ...judged, error });
  }
}

type LearnedStanding = { before: KnownStanding; after: KnownStanding; change: StandingChange | null };

function write(parts: Parts, judged: JudgedService, evidence: Evidence) {
  return transacted(parts, async (tx): Promise<LearnedStanding> => {
    const now = parts.now();
    const row = await lockedStanding(tx.em, judged, now);
    const before = knownStandingOf(row, now);
    const after = judge(parts, judged, before, evidence);
    return { before, after, change: after === before ? null : await announce(tx, row, after, now) };
  });
}

function judge(parts: Parts, { state }: JudgedService, before: KnownStanding, evidence: Evidence): KnownStanding {
  return afterMessage(before, evidence, state !== '', { at: parts.now(), paceMs: parts.statusPaceMs });
}

async function wakeActor(judged: JudgedService): Promise<void> {
  await wakeAuthority(Context.current().client, judgeOf(judged));
}

/** The actor that judges a service: an SVC has none of its own, because each state's authorizer asks for its issuers. */
export function judgeOf({ authorizer, environment, model, state }: JudgedService): AuthorityInput {
  return { authorizer: state === '' ? authorizer : authorizerOf(state, model), environment, model };
}

/** The line of the log for a service that stands otherwise now. */
export function logChange({ logger }: Pick<Parts, 'logger'>, change: StandingChange): void {
  const level = isTaking(change.standing) ? 'info' : 'warn';
  logger.log(level, 'the standing of an authority changed', { ...change, since: change.since.toISOString() });
}
