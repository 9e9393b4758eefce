import { Context } from '@temporalio/activity';
import { afterMessage, type Evidence, isToAsk, type Judged } from '../../domain/contingency/judge.ts';
import type { JudgedService } from '../../domain/contingency/standing.ts';
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
    const { after, change } = await parts.steps(() => write(parts, judged, evidence));
    parts.standings.keep(judged, after);
    if (change) tellChange(parts, change);
    if (change || isToAsk(after)) await wakeActor(parts, judged, change !== null);
  } catch (error) {
    parts.logger.warn('what a message says of its service could not be noted', { ...judged, error });
  }
}

function write(parts: Parts, judged: JudgedService, evidence: Evidence) {
  return transacted(parts, async (tx): Promise<{ after: Judged; change: Change | null }> => {
    const now = parts.now();
    const row = await lockedStanding(tx.em, judged, now);
    const before = judgedOf(row);
    const after = judge(parts, judged, before, evidence);
    return { after, change: after === before ? null : await announce(tx, row, after, now) };
  });
}

function judge(parts: Parts, { state }: JudgedService, before: Judged, evidence: Evidence): Judged {
  return afterMessage(before, evidence, state !== '', { at: parts.now(), paceMs: parts.statusPaceMs });
}

async function wakeActor(parts: Parts, judged: JudgedService, isChanged: boolean): Promise<void> {
  if (!parts.standings.isToWake(judged) && !isChanged) return;
  await wakeAuthority(Context.current().client, actorOf(judged));
}
