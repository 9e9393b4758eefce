import { createHash } from 'node:crypto';
import type { Environment } from '../companies/settings.ts';
import type { DistributionSource, DistributionStatus } from './kinds.ts';

/** How a question ended. Reasons are sentences in Portuguese, for people who look at a distribution. */
export type QuestionEnd =
  /** There is more: the next question may be asked at once. */
  | { kind: 'more' }
  /** There is nothing more. */
  | { kind: 'caughtUp' }
  /** It was asked too early (656). `nsu` is the ultNSU in the answer. */
  | { kind: 'throttled'; nsu: bigint | null; reason: string }
  /** The authority answered, and its answer is of no use; asking again soon would bring the same. */
  | { kind: 'refused'; reason: string }
  /** The authority answered that it does not serve now, so that the question does not count. */
  | { kind: 'paused'; reason: string }
  /** It is certain that nothing left this machine. */
  | { kind: 'unsent'; reason: string }
  /** The question may have arrived, and its answer may have been that there is nothing more. */
  | { kind: 'unanswered'; reason: string }
  /** A person must mend something first, such as the certificate. */
  | { kind: 'mend'; reason: string };

/** The state of a distribution when the question was asked. */
export type FormerState = {
  failures: number;
  throttledTimes: number;
  throttledNsu: bigint | null;
  /** Whether the last answer said that there is more: then the authority accepts a repeated question. */
  isAhead: boolean;
};

/** When the question was asked, and when its answer or its failure was seen. */
type Times = { askedAt: Date; endedAt: Date };

/** The state of a distribution after a question, and when it goes on. */
export type Plan = {
  status: DistributionStatus;
  reason: string | null;
  /** Before this moment no question is allowed. */
  notBefore: Date;
  nextVisitAt: Date;
  throttledTimes: number;
  throttledNsu: bigint | null;
  failures: number;
};

/** Minutes from a question that found nothing more, and from an answer 656, to the next question. */
const waitMinutes = 60;
const silenceMinutes = 61;
/** Minutes until a question without an answer is repeated while the authority has more for us. */
const aheadMinutes = 3;
/** Minutes between questions that the network or a paused service prevented, by the number of failures in a row. */
const pauseMinutes = [1, 2, 5, 10, 20, 40, 60];
/** Minutes between looks at something that a person must mend, and minutes until a question may follow once it is mended. */
const mendMinutes = 60;
const mendedMinutes = 0.5;

/** `notBefore` as it is written before a question is asked. If nothing more is heard of the question, it may have arrived and been answered. */
export function claimedUntil(askedAt: Date, isAhead: boolean, pace: QuestionPace): Date {
  const ms = isAhead
    ? Math.max(minutes(pace, aheadMinutes), pace.marginMs)
    : minutes(pace, silenceMinutes) + pace.marginMs;
  return after(askedAt, ms);
}

/** The end of the time for which the authority wants to be left alone. */
export function silenceEnd(from: Date, pace: QuestionPace): Date {
  return after(from, minutes(pace, silenceMinutes));
}

/** When a question is allowed, and when the actor asks by itself: its margin later. */
export function withMargin(notBefore: Date, pace: QuestionPace): { notBefore: Date; nextVisitAt: Date } {
  return { notBefore, nextVisitAt: after(notBefore, pace.marginMs) };
}

/** When something that a person must mend is looked at again. */
export function nextLook(now: Date, pace: QuestionPace): Date {
  return after(now, minutes(pace, mendMinutes));
}

/** Decides from the end of a question when the next one is allowed and when it is planned. */
export function planAfter(end: QuestionEnd, stood: FormerState, times: Times, pace: QuestionPace): Plan {
  const { endedAt } = times;
  const reason = 'reason' in end ? end.reason : null;
  const { throttledTimes, throttledNsu } = stood;
  // Without an answer the counts of the last answer stay.
  const failing = { status: 'FAILING', reason, failures: stood.failures + 1, throttledTimes, throttledNsu } as const;
  switch (end.kind) {
    case 'more':
      return { ...well, ...both(endedAt) };
    case 'caughtUp':
      return { ...well, ...afterAnHour(times, pace) };
    case 'throttled': {
      const status = throttledTimes > 0 ? 'THROTTLED_TWICE' : 'THROTTLED';
      const throttled = { throttledTimes: throttledTimes + 1, throttledNsu: end.nsu, failures: 0 };
      return { status, reason, ...throttled, ...withMargin(silenceEnd(endedAt, pace), pace) };
    }
    case 'refused':
      return { ...failing, ...notThrottled, ...afterAnHour(times, pace) };
    case 'paused':
    case 'unsent':
      return { ...failing, notBefore: endedAt, nextVisitAt: after(endedAt, pause(stood, pace)) };
    case 'unanswered': {
      const notBefore = claimedUntil(endedAt, stood.isAhead, pace);
      const paused = after(endedAt, stood.isAhead ? pause(stood, pace) : 0);
      return { ...failing, notBefore, nextVisitAt: later(notBefore, paused) };
    }
    case 'mend': {
      const notBefore = after(endedAt, minutes(pace, mendedMinutes));
      return { ...failing, status: 'PAUSED', notBefore, nextVisitAt: nextLook(endedAt, pace) };
    }
  }
}

const notThrottled = { throttledTimes: 0, throttledNsu: null };
const well = { status: 'ACTIVE', reason: null, failures: 0, ...notThrottled } as const;

const both = (at: Date) => ({ notBefore: at, nextVisitAt: at });

/**
 * One hour after the answer, because only the authority knows when, between question and answer, it began to count. The actor also waits for its
 * margin, counted from the question.
 */
export function afterAnHour({ askedAt, endedAt }: Times, pace: QuestionPace): Pick<Plan, 'notBefore' | 'nextVisitAt'> {
  const notBefore = after(endedAt, minutes(pace, waitMinutes));
  return { notBefore, nextVisitAt: later(after(askedAt, minutes(pace, waitMinutes) + pace.marginMs), notBefore) };
}

function pause({ failures }: FormerState, pace: QuestionPace): number {
  return minutes(pace, pauseMinutes[Math.min(failures, pauseMinutes.length - 1)] ?? waitMinutes);
}

const minutes = ({ minuteMs }: QuestionPace, count: number): number => Math.ceil(minuteMs * count);
const after = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * How long both sources want to be left alone once there is nothing more, in seconds (NT 2014.002 v1.40; Manual Integrado do Sistema Nacional NFS-e).
 */
export const usualWaitSeconds = 3_600;

/** How long a message may be under way: the least margin, however short the wait at a simulated authority is. */
const leastMarginMs = (waitSeconds: number): number => Math.min(5_000, Math.max(2_000, (waitSeconds * 1_000) / 3));

/** Whose questions are timed: one company at one source. */
type Questioner = { taxId: string; environment: Environment; source: DistributionSource };

/** The units of time of one questioner: its minute, which is shorter at a simulated authority, and its margin. */
export type QuestionPace = { minuteMs: number; marginMs: number };

/**
 * The units of time of a questioner. A minute is a sixtieth of the wait. The margin, 1 to 4 such minutes, is always the same for a questioner, and
 * keeps actors from asking all at once; questions by hand do not wait for it.
 */
export function paceOf(questioner: Questioner, waitSeconds: number): QuestionPace {
  const minuteMs = (waitSeconds * 1_000) / 60;
  const marginMs = Math.max(leastMarginMs(waitSeconds), Math.round(minuteMs * (1 + 3 * spreadOf(questioner))));
  return { minuteMs, marginMs };
}

/** A number from 0 to below 1, spread evenly over questioners, and always the same for each. */
export function spreadOf({ taxId, environment, source }: Questioner): number {
  const hash = createHash('sha256').update(`${taxId}/${environment}/${source}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}
