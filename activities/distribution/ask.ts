import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DeadlockException, LockMode } from '@mikro-orm/core';
import type { Message } from '../../domain/conversation/authority.ts';
import type { DistributionAnswer } from '../../domain/conversation/distribution-answer.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import {
  type QuestionPace,
  type Plan,
  planAfter,
  type QuestionEnd,
} from '../../domain/received/distribution-timing.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import type { Transaction } from '../../operations/outbox.ts';
import { closeCall } from '../conversation/calls.ts';
import { exchange } from '../conversation/exchange.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import { type QuestionClaim, type SourceStanding, questionSubject } from './claim.ts';
import { type OpenedEntry, openLot } from '../../operations/distribution/open-lot.ts';
import { endOfAnswer, endOfFault, type SourceSpeech } from './sources.ts';
import { storeLot } from '../../operations/distribution/store-lot.ts';
import { releaseAwaiting } from '../../operations/past/received-lots.ts';

/** Pauses before an answer is written again, in milliseconds. */
const retriesMs = [100, 1_000, 5_000, 15_000];

/** A question that this worker has claimed. */
export type ClaimedQuestion = {
  standing: SourceStanding;
  claim: QuestionClaim;
  source: SourceSpeech;
  message: Message<DistributionAnswer>;
  identity: SigningIdentity;
  isAhead: boolean;
  pace: QuestionPace;
};

/**
 * Sends one question and writes what came of it. A fault of ours after the claim is written, too: otherwise nobody would learn of it, because the
 * next question has to wait.
 *
 * @returns whether more can be asked for at once
 */
export async function askSource(parts: Parts, question: ClaimedQuestion): Promise<boolean> {
  try {
    return await asked(parts, question);
  } catch (error) {
    const reference = randomBytes(4).toString('hex');
    const { id, taxId, source } = question.standing;
    parts.logger.error('a question for received documents failed', {
      reference,
      distributionId: id,
      taxId,
      source,
      error,
    });
    const reason = `Falha interna na consulta (referência ${reference}, no log do worker).`;
    await settleEnd(parts, { ...question, end: { kind: 'unanswered', reason }, endedAt: parts.now() }, reason);
    return false;
  }
}

async function asked(parts: Parts, question: ClaimedQuestion): Promise<boolean> {
  const { standing, claim, source, message, identity, isAhead } = question;
  const { authority } = source;
  const subject = questionSubject(standing);
  const exchanged = await exchange(parts, { authority, subject, identity, message, opened: claim.call });
  const endedAt = parts.now();
  if (exchanged.kind === 'silence' || exchanged.kind === 'shut') {
    throw new TypeError('a claimed question is neither silenced nor held');
  }
  if (exchanged.kind === 'fault') {
    await settleEnd(parts, { ...question, end: endOfFault(exchanged), endedAt });
    return false;
  }
  const { answer, raw } = exchanged;
  const end = endOfAnswer(authority, answer, { asked: standing.lastNsu, isAhead });
  const texts = { whole: raw, around: source.without(raw) };
  const entries = await parts.steps(() => openLot(standing.source, answer.entries));
  await settle(parts, { ...question, end, endedAt }, { answer, entries, texts });
  const { source: asked, environment } = standing;
  parts.logger.info('source asked', { source: asked, environment, end: end.kind, documents: entries.length });
  return end.kind === 'more';
}

/** Writes an answer, and tries again while the database is away for some seconds: to ask the source again would cost an hour. */
async function settle(parts: Parts, ended: EndedQuestion, answered: DistributionReply): Promise<void> {
  for (const waitMs of retriesMs) {
    try {
      return await written(parts, ended, answered);
    } catch (error) {
      if (!isDatabaseAway(error) && !(error instanceof DeadlockException)) throw error;
      await setTimeout(waitMs);
    }
  }
  await written(parts, ended, answered);
}

function written(parts: Parts, ended: EndedQuestion, answered: DistributionReply): Promise<void> {
  return parts.steps(() => transactAndWake(parts, (tx) => settleAnswer(tx, ended, answered)));
}

/**
 * Writes the end of a question without an answer.
 *
 * @param fault completes the call, where the exchange did not
 */
function settleEnd(parts: Parts, ended: EndedQuestion, fault?: string): Promise<void> {
  return parts.steps(() =>
    transactAndWake(parts, async (tx) => {
      await settleFault(tx, ended);
      if (fault !== undefined) await closeCall(tx.em, ended.claim.call.id, { fault });
    }),
  );
}

/** A question that was sent, and how it ended. */
type EndedQuestion = {
  standing: SourceStanding;
  claim: QuestionClaim;
  end: QuestionEnd;
  isAhead: boolean;
  endedAt: Date;
  pace: QuestionPace;
};

/** An answer, its documents and its text: `whole`, and `around` without the documents. */
type DistributionReply = {
  answer: DistributionAnswer;
  entries: OpenedEntry[];
  texts: { whole: string; around: string };
};

/**
 * Writes what an answer brought: its call, the documents, the NSU and when the next question is allowed, all in the caller's transaction. A lot is
 * dropped where the distribution's NSU is no longer the one that was asked with: another answer brought the same lot.
 */
async function settleAnswer(
  tx: Transaction,
  ended: EndedQuestion,
  { answer, entries, texts }: DistributionReply,
): Promise<void> {
  const { standing, claim, endedAt } = ended;
  const row = await locked(tx, standing);
  const { cStat } = answer;
  if (row.lastNsu !== standing.lastNsu) return closeCall(tx.em, claim.call.id, { cStat, answer: texts.around });
  const lot = { distribution: row, companyTaxId: standing.taxId, entries, receivedAt: endedAt };
  const { unreadable, clashes } = entries.length > 0 ? await storeLot(tx, lot) : nothingStored;
  await releaseAwaiting(tx, { id: row.company, taxId: standing.taxId }, notesIn(entries));
  const homeless = clashes.length + answer.unnumbered.length;
  // A document without an NSU, or with the NSU of another one, has no file of its own: the text of the whole answer keeps it.
  await closeCall(tx.em, claim.call.id, { cStat, answer: homeless > 0 ? texts.whole : texts.around });
  row.unreadable += unreadable + homeless;
  row.recordAnswer(answer, endedAt);
  row.applyPlan(planOf(row, ended));
}

/** Access keys of the notes that came. */
function notesIn(entries: readonly OpenedEntry[]): string[] {
  return entries.flatMap((entry) =>
    'arrival' in entry && entry.arrival.kind === 'note' ? [entry.arrival.accessKey] : [],
  );
}

/** Writes that a question got no answer. */
async function settleFault(tx: Transaction, ended: EndedQuestion): Promise<void> {
  const row = await locked(tx, ended.standing);
  if (isLastToAsk(row, ended)) row.applyPlan(planOf(row, ended));
}

function locked({ em }: Transaction, { id }: SourceStanding): Promise<Distribution> {
  return em.findOneOrFail(Distribution, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** When to ask next. The last question that was asked may bring the next one forward again; an earlier one can only put it off. */
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
