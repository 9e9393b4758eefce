import { type Authority, type Call, type EventOutcome, isPause, type Outcome } from './authority.ts';

/** What an authority's codes mean. */
export type CodeMeanings = Pick<Authority, 'outcomeOf' | 'isServing'>;

/** What to do next about a note, an event or a range of numbers, which must reach the authority exactly once. */
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

/**
 * How many sends of one note may have arrived at most, and how many questions about one key an hour may have. The authority answers 656 from 30 and
 * 10 on.
 */
export const maxSends = 5;
export const maxAsksAnHour = 8;
const hourMs = 3_600_000;
/** A key that is not found may still be in the authority's queue: it is asked for once more after this time. */
const secondAskMs = 7_000;

/** Whether an answer to a question says that the authority does not have what was sent. */
type AbsenceTest = (said: Outcome) => boolean;

/**
 * Any other answer about the note means that it is there. It may have been somebody else's question, as after a restore, and then it settled nothing.
 */
const absenceOfNote: AbsenceTest = ({ kind }) => kind === 'notFound';

/** An answer about the note alone means that the note has no such event: an answer with the event would have settled it. */
export const absenceOfEvent: AbsenceTest = ({ kind }) => ['notFound', 'authorized', 'cancelled'].includes(kind);

type About = {
  /** Questions about the same access key on behalf of another event: the authority counts them together. */
  otherAsks?: Call[];
  lacking?: AbsenceTest;
  /**
   * When the service last said that it is in operation (107), in epoch milliseconds, as its judge knows; null where it never did, or has no judge.
   */
  servingAt?: number | null | undefined;
};

/**
 * Decides from the recorded calls alone, so that the decision is the same after any crash: what may have been delivered and was not expressly refused
 * is asked for before it is sent again (invariant 2).
 *
 * @param codes what the authority's codes mean
 * @param calls about the note or event itself
 */
export function nextStep(
  codes: CodeMeanings,
  calls: Call[],
  now: number,
  { otherAsks = [], lacking = absenceOfNote, servingAt = null }: About = {},
): Step {
  const silentUntil = throttledUntil(codes, calls);
  if (silentUntil > now) return { do: 'wait', until: silentUntil, why: 'throttled' };
  const sends = calls.filter(({ role, notSent }) => role === 'send' && !notSent);
  const last = sends.at(-1);
  if (!last) return { do: 'send' };
  const later = calls.filter(({ startedAt, notSent }) => startedAt > last.startedAt && !notSent);
  switch (refusalOf(codes, last)) {
    case 'otherKeyThere':
      return { do: 'stop' };
    case 'paused':
      return isBack(codes, { calls: later, servingAt }, last) ? resend(codes, sends) : { do: 'checkService' };
    case 'throttled':
    case 'mend':
      return resend(codes, sends);
    case 'rejected':
      return { do: 'send' };
    case 'processing':
      return later.some((call) => call.role === 'poll' && isLotUnknown(outcome(codes, call)))
        ? ask(codes, { aboutKey: [...otherAsks, ...calls], later, sends, now, lacking })
        : { do: 'poll' };
    case null:
      return ask(codes, { aboutKey: [...otherAsks, ...calls], later, sends, now, lacking });
  }
}

/**
 * Whether the service has been in operation since it refused a call because of a pause: its judge knows so, or one of our own questions was answered
 * so.
 */
export function isBack(
  { isServing }: CodeMeanings,
  { calls, servingAt }: { calls: Call[]; servingAt: number | null },
  { startedAt }: Call,
): boolean {
  if (servingAt !== null && servingAt > startedAt) return true;
  return calls.some(
    ({ role, cStat, ...call }) => role === 'status' && call.startedAt > startedAt && cStat !== null && isServing(cStat),
  );
}

/** The instant until which the authority must be left alone, in epoch milliseconds; 0 where it need not be. */
export function throttledUntil(codes: CodeMeanings, calls: Call[]): number {
  for (const call of calls.toReversed()) {
    const said = outcome(codes, call);
    if (said?.kind === 'throttled') return call.startedAt + said.waitMinutes * 60_000;
  }
  return 0;
}

function outcome({ outcomeOf }: CodeMeanings, { cStat }: Call): Outcome | null {
  return cStat === null ? null : outcomeOf(cStat);
}

function isLotUnknown(said: Outcome | null): boolean {
  return said?.kind === 'wait' && said.reason === 'lotUnknown';
}

type Refusal = 'paused' | 'throttled' | 'mend' | 'processing' | 'otherKeyThere' | 'rejected';

/** How the authority said that it registered nothing; null where it is not known what became of the message. */
function refusalOf(codes: CodeMeanings, call: Call): Refusal | null {
  const said = outcome(codes, call);
  switch (said?.kind) {
    case 'throttled':
    case 'mend':
    case 'otherKeyThere':
    case 'rejected':
      return said.kind;
    case 'wait':
      if (said.reason === 'processing') return 'processing';
      return isPause(said.reason) ? 'paused' : null;
    default:
      return null;
  }
}

type QuestionCalls = { aboutKey: Call[]; later: Call[]; sends: Call[]; now: number; lacking: AbsenceTest };

function ask(codes: CodeMeanings, { aboutKey, later, sends, now, lacking }: QuestionCalls): Step {
  const notFound = later.filter((call) => {
    const said = outcome(codes, call);
    return call.role === 'ask' && said !== null && lacking(said);
  });
  if (notFound.length >= 2) return resend(codes, sends);
  const first = notFound[0];
  // A call that lies ahead of `now` was timed by a clock that has since been set back.
  if (first && first.startedAt <= now && first.startedAt + secondAskMs > now) {
    return { do: 'wait', until: first.startedAt + secondAskMs, why: 'notFoundOnce' };
  }
  const recent = aboutKey
    .filter(({ role, notSent, startedAt }) => role === 'ask' && !notSent && startedAt > now - hourMs)
    .map(({ startedAt }) => startedAt)
    .toSorted((one, other) => one - other);
  const oldest = recent.at(-maxAsksAnHour);
  return oldest === undefined ? { do: 'ask' } : { do: 'wait', until: oldest + hourMs, why: 'askedTooOften' };
}

function resend(codes: CodeMeanings, sends: Call[]): Step {
  const unanswered = sends.filter((call) => !['paused', 'throttled', 'mend'].includes(refusalOf(codes, call) ?? ''));
  return unanswered.length >= maxSends ? { do: 'stop' } : { do: 'send' };
}

/**
 * Splits the calls about a note or event, oldest first, after the last refusal. That refusal ended an attempt, and the next step follows from `since`
 * alone; the questions in `before` still count towards the hourly limit, because they were about the same key.
 *
 * @param outcomeOf what a code means for the note or event
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
