import { eventOutcomeOf } from '../sefaz/outcomes.ts';
import type { Call } from './next-step.ts';

/**
 * Parts the messages about an event, oldest first, behind its last refusal: that one ended a try, and what is to be done now follows from
 * `since` alone. The questions in `before` were asked about the same key all the same.
 */
export function sinceRefusal(calls: Call[]): { before: Call[]; since: Call[] } {
  const last = calls.findLastIndex(
    ({ role, cStat }) => role === 'send' && cStat !== null && eventOutcomeOf(cStat).kind === 'rejected',
  );
  return { before: calls.slice(0, last + 1), since: calls.slice(last + 1) };
}
