import type { EventOutcome } from './outcome.ts';
import type { Call } from './authority.ts';

/**
 * Parts the messages about an event, oldest first, behind its last refusal: that one ended a try, and what is to be done now follows from
 * `since` alone. The questions in `before` were asked about the same key all the same.
 *
 * @param outcomeOf what a code says of the event
 */
export function sinceRefusal(
  calls: Call[],
  outcomeOf: (code: string) => EventOutcome,
): { before: Call[]; since: Call[] } {
  const last = calls.findLastIndex(
    ({ role, cStat }) => role === 'send' && cStat !== null && outcomeOf(cStat).kind === 'rejected',
  );
  return { before: calls.slice(0, last + 1), since: calls.slice(last + 1) };
}
