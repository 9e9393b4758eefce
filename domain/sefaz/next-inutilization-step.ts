import { type Call, isPause } from '../conversation/authority.ts';
import { type CodeMeanings, isBack, maxAsksAnHour, type Step, throttledUntil } from '../conversation/next-step.ts';
import { inutilizationOutcomeOf } from './outcomes.ts';

const hourMs = 3_600_000;

/** What there is to do about a range of numbers: there is no question to ask about one. */
export type InutilizationStep = Extract<Step, { do: 'send' | 'checkService' | 'wait' }>;

/**
 * Decides from memory alone what to do about a range of numbers to give up. The same message said again is the question: where the first one
 * was taken, 563 brings its protocol, and nothing is registered twice.
 *
 * @param servingAt when whoever judges the service last heard that it serves, in epoch milliseconds
 */
export function nextInutilizationStep(
  codes: CodeMeanings,
  calls: Call[],
  now: number,
  servingAt: number | null = null,
): InutilizationStep {
  const silentUntil = throttledUntil(codes, calls);
  if (silentUntil > now) return { do: 'wait', until: silentUntil, why: 'throttled' };
  const sends = calls.filter(({ role, notSent }) => role === 'send' && !notSent);
  const last = sends.at(-1);
  if (last && isPaused(last) && !isBack(codes, { calls, servingAt }, last)) return { do: 'checkService' };
  const oldest = sends.filter(({ startedAt }) => startedAt > now - hourMs).at(-maxAsksAnHour);
  return oldest ? { do: 'wait', until: oldest.startedAt + hourMs, why: 'sentTooOften' } : { do: 'send' };
}

function isPaused({ cStat }: Call): boolean {
  if (cStat === null) return false;
  const outcome = inutilizationOutcomeOf(cStat);
  return outcome.kind === 'wait' && isPause(outcome.reason);
}
