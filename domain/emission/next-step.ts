import { outcomeOf, silenceMinutes } from '../sefaz/outcomes.ts';

/** One message about a note or an event, as the database remembers it. Times in epoch milliseconds. */
export type Call = {
  role: 'send' | 'ask' | 'poll' | 'status';
  startedAt: number;
  /** cStat of the answer; null while, or where, there is none. */
  cStat: string | null;
  /** Certainly nothing of it left this machine. */
  notSent: boolean;
};

/** What to do now about something that must reach the authority exactly once. */
export type Step =
  | { do: 'send' }
  /** Ask what is known of the key. */
  | { do: 'ask' }
  /** Ask for the result of the lot. */
  | { do: 'poll' }
  /** Ask whether the service is back. */
  | { do: 'checkService' }
  | { do: 'wait'; until: number; why: 'throttled' | 'askedTooOften' | 'sentTooOften' | 'notFoundOnce' }
  /** A person must decide. */
  | { do: 'stop' };

/** At most so many sends of one note that may have arrived, and so many questions about one key in an hour (656 starts at 30 and 10). */
export const maxSends = 5;
export const maxAsksAnHour = 8;
const hourMs = 3_600_000;
/** After 656, which every try within the hour starts anew. */
export const silenceMs = silenceMinutes * 60_000;
/** A key that is not found may still be in the authority's queue: it is asked for once more, this much later. */
const secondAskMs = 7_000;

/**
 * Decides from memory alone, so that it decides the same after any crash: whatever may have been delivered and was not refused in so many
 * words is asked for before it is sent again (invariant 2).
 *
 * @param calls about the note or event itself
 * @param otherAsks questions about the same access key for the sake of something else: the authority counts them together
 */
export function nextStep(calls: Call[], now: number, otherAsks: Call[] = []): Step {
  const silentUntil = throttledUntil(calls);
  if (silentUntil > now) return { do: 'wait', until: silentUntil, why: 'throttled' };
  const sends = calls.filter(({ role, notSent }) => role === 'send' && !notSent);
  const last = sends.at(-1);
  if (!last) return { do: 'send' };
  const later = calls.filter(({ startedAt, notSent }) => startedAt > last.startedAt && !notSent);
  switch (refusalOf(last)) {
    case 'otherKeyThere':
      return { do: 'stop' };
    case 'paused':
      return later.some(({ role, cStat }) => role === 'status' && cStat === '107')
        ? resend(sends)
        : { do: 'checkService' };
    case 'throttled':
    case 'mend':
      return resend(sends);
    case 'rejected':
      return { do: 'send' };
    case 'processing':
      return later.some(({ role, cStat }) => role === 'poll' && cStat === '106')
        ? ask([...otherAsks, ...calls], later, sends, now)
        : { do: 'poll' };
    case null:
      return ask([...otherAsks, ...calls], later, sends, now);
  }
}

/** Until when the authority wants silence (656); 0 where it does not. */
export function throttledUntil(calls: Call[]): number {
  const throttled = calls.findLast(({ cStat }) => cStat !== null && outcomeOf(cStat).kind === 'throttled');
  return throttled ? throttled.startedAt + silenceMs : 0;
}

type Refusal = 'paused' | 'throttled' | 'mend' | 'processing' | 'otherKeyThere' | 'rejected';

/** What the authority said so that nothing was registered; null when nobody knows what became of the message. */
function refusalOf({ cStat }: Call): Refusal | null {
  if (cStat === null) return null;
  const outcome = outcomeOf(cStat);
  switch (outcome.kind) {
    case 'throttled':
    case 'mend':
    case 'otherKeyThere':
    case 'rejected':
      return outcome.kind;
    case 'wait':
      if (outcome.reason === 'processing') return 'processing';
      return outcome.reason === 'paused' || outcome.reason === 'stopped' ? 'paused' : null;
    default:
      return null;
  }
}

function ask(aboutKey: Call[], later: Call[], sends: Call[], now: number): Step {
  const notFound = later.filter(({ role, cStat }) => role === 'ask' && cStat !== null && isAnswered(cStat));
  if (notFound.length >= 2) return resend(sends);
  const first = notFound[0];
  if (first && first.startedAt + secondAskMs > now) {
    return { do: 'wait', until: first.startedAt + secondAskMs, why: 'notFoundOnce' };
  }
  const recent = aboutKey
    .filter(({ role, notSent, startedAt }) => role === 'ask' && !notSent && startedAt > now - hourMs)
    .map(({ startedAt }) => startedAt)
    .toSorted((one, other) => one - other);
  const oldest = recent.at(-maxAsksAnHour);
  return oldest === undefined ? { do: 'ask' } : { do: 'wait', until: oldest + hourMs, why: 'askedTooOften' };
}

/** Had the answer told of what was sent, that would be settled by now; so it is not known there, whatever else is said of the key. */
function isAnswered(cStat: string): boolean {
  return ['notFound', 'authorized', 'cancelled'].includes(outcomeOf(cStat).kind);
}

function resend(sends: Call[]): Step {
  const unjudged = sends.filter((call) => !['paused', 'throttled', 'mend'].includes(refusalOf(call) ?? ''));
  return unjudged.length >= maxSends ? { do: 'stop' } : { do: 'send' };
}
