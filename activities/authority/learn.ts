import { Context } from '@temporalio/activity';
import { afterMessage, type Evidence, isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import type { JudgedService } from '../../domain/conversation/standing.ts';
import { announce, type Change } from '../../operations/authority/announce.ts';
import { judgedOf, lockedStanding, standingOf } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeAuthority } from '../../temporal/start.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { actorOf } from './actor-of.ts';
import { tellChange } from './tell-change.ts';

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
    if (change) tellChange(parts, change);
    // Of many doubts the first one wakes; the others only in case that it could not.
    const isNews = change !== null || (isToAsk(after) && !isToAsk(before));
    if (isNews || (isToAsk(after) && parts.standings.isToWake(judged))) await wakeActor(judged);
  } catch (error) {
    parts.logger.warn('what a message says of its service could not be noted', { ...judged, error });
  }
}

type Learned = { before: KnownStanding; after: KnownStanding; change: Change | null };

function write(parts: Parts, judged: JudgedService, evidence: Evidence) {
  return transacted(parts, async (tx): Promise<Learned> => {
    const now = parts.now();
    const row = await lockedStanding(tx.em, judged, now);
    const before = judgedOf(row, now);
    const after = judge(parts, judged, before, evidence);
    return { before, after, change: after === before ? null : await announce(tx, row, after, now) };
  });
}

function judge(parts: Parts, { state }: JudgedService, before: KnownStanding, evidence: Evidence): KnownStanding {
  return afterMessage(before, evidence, state !== '', { at: parts.now(), paceMs: parts.statusPaceMs });
}

async function wakeActor(judged: JudgedService): Promise<void> {
  await wakeAuthority(Context.current().client, actorOf(judged));
}
