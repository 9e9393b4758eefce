import { LockMode } from '@mikro-orm/core';
import type { DistributionAnswer } from '../../domain/conversation/distribution.ts';
import { Distribution } from '../../domain/distribution/distribution.entity.ts';
import type { Pace } from '../../domain/distribution/pace.ts';
import { type Plan, planAfter, type QuestionEnd } from '../../domain/distribution/timing.ts';
import type { Transaction } from '../../operations/outbox.ts';
import { closeCall } from '../conversation/calls.ts';
import type { Claim } from './claim.ts';
import type { Standing } from './standing.ts';
import type { OpenedEntry } from './open-lot.ts';
import { storeLot } from './store-lot.ts';

/** A question that was asked, and how it ended. */
export type EndedQuestion = {
  standing: Standing;
  claim: Claim;
  end: QuestionEnd;
  isAhead: boolean;
  endedAt: Date;
  pace: Pace;
};

/** An answer, its documents, and its text: the whole of it, and what stands around the documents. */
export type Answered = {
  answer: DistributionAnswer;
  entries: OpenedEntry[];
  texts: { whole: string; around: string };
};

/**
 * Writes what an answer brought: its call, the documents, the NSU and when the next question is allowed, all in the caller's transaction. A
 * lot is dropped where the NSU is no longer the one that was asked with: another answer brought the same.
 */
export async function settleAnswer(
  tx: Transaction,
  ended: EndedQuestion,
  { answer, entries, texts }: Answered,
): Promise<void> {
  const { standing, claim, endedAt } = ended;
  const row = await locked(tx, standing);
  const { cStat } = answer;
  if (row.lastNsu !== standing.lastNsu) return closeCall(tx.em, claim.call.id, { cStat, answer: texts.around });
  const lot = { distribution: row, companyTaxId: standing.taxId, entries, receivedAt: endedAt };
  const { unreadable, clashes } = entries.length > 0 ? await storeLot(tx, lot) : nothingStored;
  const homeless = clashes.length + answer.unnumbered.length;
  // What came without an NSU, or with that of another, has no file of its own: the text of the answer is where it is kept.
  await closeCall(tx.em, claim.call.id, { cStat, answer: homeless > 0 ? texts.whole : texts.around });
  row.unreadable += unreadable + homeless;
  row.heard(answer, endedAt);
  row.follow(planOf(row, ended));
}

/** Writes that a question got no answer. */
export async function settleFault(tx: Transaction, ended: EndedQuestion): Promise<void> {
  const row = await locked(tx, ended.standing);
  if (isLastToAsk(row, ended)) row.follow(planOf(row, ended));
}

function locked({ em }: Transaction, { id }: Standing): Promise<Distribution> {
  return em.findOneOrFail(Distribution, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Who asked last gives back what it took; an earlier question only ever makes the next one wait longer. */
function planOf(row: Distribution, ended: EndedQuestion): Plan {
  const { end, isAhead, claim, endedAt, pace } = ended;
  const { failures, throttledTimes } = row;
  const stood = { failures, throttledTimes, throttledNsu: row.throttledNsu ?? null, isAhead };
  const plan = planAfter(end, stood, { askedAt: claim.askedAt, endedAt }, pace);
  if (isLastToAsk(row, ended)) return plan;
  const { notBefore, nextVisitAt } = row;
  return { ...plan, notBefore: later(plan.notBefore, notBefore), nextVisitAt: later(plan.nextVisitAt, nextVisitAt) };
}

function isLastToAsk({ askedAt }: Distribution, { claim }: EndedQuestion): boolean {
  return askedAt?.getTime() === claim.askedAt.getTime();
}

const nothingStored = { unreadable: 0, clashes: [] };

const later = (one: Date, other: Date): Date => (one > other ? one : other);
