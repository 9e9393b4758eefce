import type { Call } from './authority.ts';
import type { EventOutcome, Outcome } from './outcome.ts';

/**
 * Splits the calls about a matter, oldest first, after its last refusal: the refusal ended an attempt, and the next step follows from
 * `since` alone. The questions in `before` still count, because they were about the same key.
 *
 * @param outcomeOf what a code means for the matter
 */
export function callsSinceRefusal(
  calls: Call[],
  outcomeOf: (code: string) => EventOutcome | Outcome,
): { before: Call[]; since: Call[] } {
  const last = calls.findLastIndex(
    ({ role, cStat }) => role === 'send' && cStat !== null && outcomeOf(cStat).kind === 'rejected',
  );
  return { before: calls.slice(0, last + 1), since: calls.slice(last + 1) };
}
