import { type Authority, type Call, type EventOutcome, isPause, type Outcome } from './authority.ts';

/** What the codes of calls mean. */
export type CodeMeanings = Pick<Authority, 'outcomeOf' | 'isServing'>;

/** What to do next about a matter, which must reach the authority exactly once. */
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

/** The most sends of one note that may have arrived, and the most questions about one key in an hour (656 starts at 30 and 10). */
export const maxSends = 5;
export const maxAsksAnHour = 8;
const hourMs = 3_600_000;
/** A key that is not found may still be in the authority's queue: we ask for it once more after this time. */
const secondAskMs = 7_000;

/** Whether an answer to a question says that the authority does not have what was sent. */
type AbsenceTest = (said: Outcome) => boolean;

/** One that tells of the note says that it is there, though it may have been somebody else's question, as after a restore: it settled nothing. */
const absenceOfNote: AbsenceTest = ({ kind }) => kind === 'notFound';

/** One that tells of the note alone tells that it has no such event; the event itself would have settled the matter. */
export const lackingEvent: AbsenceTest = ({ kind }) => ['notFound', 'authorized', 'cancelled'].includes(kind);

type About = {
  /** Questions about the same access key for another matter: the authority counts them together. */
  otherAsks?: Call[];
  lacking?: AbsenceTest;
  /** When whoever judges the service last heard that it serves, in epoch milliseconds; null where nobody did, or nobody judges it. */
  servingAt?: number | null | undefined;
};

/**
 * Decides from the recorded calls alone, so that it decides the same after any crash: what may have been delivered and was not expressly
 * refused is asked for before it is sent again (invariant 2).
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

/** Whether the service was heard to serve after it refused a call because it paused: by a question of one's own, or by whoever judges it. */
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

/** The instant until which the authority wants silence; 0 where it does not. */
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

/** The authority's word that nothing was registered; null where the end of the message is unknown. */
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
  // One that lies ahead was timed by a clock that is right again.
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
