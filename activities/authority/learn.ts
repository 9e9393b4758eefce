import { Context } from '@temporalio/activity';
import { afterMessage, type Evidence, isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { isTaking, type AuthorityService } from '../../domain/conversation/authority.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';
import { recordStanding, type StandingChange } from '../../operations/authority/announce.ts';
import { knownStandingOf, lockedStanding, serviceStanding } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeAuthority } from '../../temporal/start.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';

/**
 * Learns from one message how the service that it went to stands. Never rejects, so that a fault here never loses an answer: what is missed, the
 * next message shows again.
 */
export async function learnStanding(
  parts: Parts,
  authorityService: AuthorityService | null | undefined,
  evidence: Evidence,
): Promise<void> {
  if (!authorityService) return;
  try {
    const known = await parts.standings.of(authorityService, () =>
      serviceStanding(acrossCompanies(parts.orm), authorityService, parts.now()),
    );
    if (judge(parts, authorityService, known, evidence) === known) return;
    const { before, after, change } = await parts.steps(() => write(parts, authorityService, evidence));
    parts.standings.keep(authorityService, after);
    if (change) logChange(parts, change);
    // The first doubt about a service wakes its actor; later ones do, at most once a second, in case the first wake failed.
    const isNews = change !== null || (isToAsk(after) && !isToAsk(before));
    if (isNews || (isToAsk(after) && parts.standings.isToWake(authorityService))) await wakeActor(authorityService);
  } catch (error) {
    parts.logger.warn('what a message says of its service could not be noted', { ...authorityService, error });
  }
}

type LearnedStanding = { before: KnownStanding; after: KnownStanding; change: StandingChange | null };

function write(parts: Parts, authorityService: AuthorityService, evidence: Evidence) {
  return transactAndWake(parts, async (tx): Promise<LearnedStanding> => {
    const now = parts.now();
    const row = await lockedStanding(tx.em, authorityService, now);
    const before = knownStandingOf(row, now);
    const after = judge(parts, authorityService, before, evidence);
    return { before, after, change: after === before ? null : await recordStanding(tx, row, after, now) };
  });
}

function judge(parts: Parts, { state }: AuthorityService, before: KnownStanding, evidence: Evidence): KnownStanding {
  return afterMessage(before, evidence, state !== '', { at: parts.now(), paceMs: parts.statusPaceMs });
}

async function wakeActor(authorityService: AuthorityService): Promise<void> {
  await wakeAuthority(Context.current().client, judgeOf(authorityService));
}

/** The actor that judges a service. An SVC has none of its own: the actor of each state's authorizer asks about that state's SVC. */
export function judgeOf({ authorizer, environment, model, state }: AuthorityService): AuthorityInput {
  return { authorizer: state === '' ? authorizer : authorizerOf(state, model), environment, model };
}

/** Logs that a service stands otherwise now. */
export function logChange({ logger }: Pick<Parts, 'logger'>, change: StandingChange): void {
  const level = isTaking(change.standing) ? 'info' : 'warn';
  logger.log(level, 'the standing of an authority changed', { ...change, since: change.since.toISOString() });
}
