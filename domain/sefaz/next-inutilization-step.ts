import { type Call, isPause } from '../conversation/authority.ts';
import { type CodeMeanings, isBack, maxAsksAnHour, type Step, throttledUntil } from '../conversation/next-step.ts';
import { inutilizationOutcomeOf } from './outcomes.ts';

const hourMs = 3_600_000;

/** What to do next about an inutilization. Sending and asking are one: the authority has no question for a range of numbers. */
export type InutilizationStep = Extract<Step, { do: 'send' | 'checkService' | 'wait' }>;

/**
 * Decides from the calls so far what to do about an inutilization. Sending the same message again serves as the question: where the authority took
 * the first one, 563 brings its protocol, and nothing is registered twice.
 *
 * @param servingAt when the service was last known to be in operation, in epoch milliseconds; null where that is not known
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
