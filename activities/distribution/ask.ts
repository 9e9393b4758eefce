import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DeadlockException } from '@mikro-orm/core';
import type { Message } from '../../domain/conversation/authority.ts';
import type { DistributionAnswer } from '../../domain/conversation/distribution.ts';
import type { Pace } from '../../domain/distribution/pace.ts';
import { closeCall } from '../conversation/calls.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { exchange } from '../conversation/exchange.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { type Claim, subjectOf } from './claim.ts';
import { openLot } from './open-lot.ts';
import { endOfAnswer, endOfFault } from './question-end.ts';
import { type Answered, type EndedQuestion, settleAnswer, settleFault } from './settle.ts';
import type { Source } from './sources.ts';
import type { Standing } from './standing.ts';

/** Pauses before an answer is written once more. */
const retriesMs = [100, 1_000, 5_000, 15_000];

/** A question that is claimed. */
export type Question = {
  standing: Standing;
  claim: Claim;
  source: Source;
  message: Message<DistributionAnswer>;
  identity: SigningIdentity;
  isAhead: boolean;
  pace: Pace;
};

/**
 * Asks one question and writes what came of it. A fault of ours after the claim is written, too: nobody else would find out, since the next
 * question has to wait.
 *
 * @returns whether there is more to ask for at once
 */
export async function ask(parts: Parts, question: Question): Promise<boolean> {
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

async function asked(parts: Parts, question: Question): Promise<boolean> {
  const { standing, claim, source, message, identity, isAhead } = question;
  const { authority } = source;
  const subject = subjectOf(standing);
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

/** The answer is kept here until it is written: where the database is away for seconds, asking again would cost an hour. */
async function settle(parts: Parts, ended: EndedQuestion, answered: Answered): Promise<void> {
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

function written(parts: Parts, ended: EndedQuestion, answered: Answered): Promise<void> {
  return parts.steps(() => transacted(parts, (tx) => settleAnswer(tx, ended, answered)));
}

/** @param fault closes the call, where the exchange did not */
function settleEnd(parts: Parts, ended: EndedQuestion, fault?: string): Promise<void> {
  return parts.steps(() =>
    transacted(parts, async (tx) => {
      await settleFault(tx, ended);
      if (fault !== undefined) await closeCall(tx.em, ended.claim.call.id, { fault });
    }),
  );
}
