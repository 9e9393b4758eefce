import { createHash } from 'node:crypto';
import type { Environment } from '../companies/settings.ts';
import type { DistributionSource, DistributionStatus } from './kinds.ts';

/** How a question ended; reasons are sentences in Portuguese for whoever reads the state. */
export type QuestionEnd =
  /** There is more: the next question may be asked at once. */
  | { kind: 'more' }
  /** There is nothing more. */
  | { kind: 'caughtUp' }
  /** Asked too early (656). `nsu` is the ultNSU that the authority named. */
  | { kind: 'throttled'; nsu: bigint | null; reason: string }
  /** The authority answered, and its answer is of no use: asking soon would bring the same. */
  | { kind: 'refused'; reason: string }
  /** The authority said that it does not serve now, so that nothing was asked. */
  | { kind: 'paused'; reason: string }
  /** Certainly nothing left this machine. */
  | { kind: 'unsent'; reason: string }
  /** It may have arrived, and its answer may have been that there is nothing more. */
  | { kind: 'unanswered'; reason: string }
  /** A person must mend something first, as the certificate. */
  | { kind: 'mend'; reason: string };

/** Where a distribution stood when it asked. */
export type FormerState = {
  failures: number;
  throttledTimes: number;
  throttledNsu: bigint | null;
  /** The authority had told that there is more than we have: it does not mind to be asked again. */
  isAhead: boolean;
};

/** When the question was asked, and when its answer or its failure was seen. */
type Times = { askedAt: Date; endedAt: Date };

/** What follows from how a question ended. */
export type Plan = {
  status: DistributionStatus;
  reason: string | null;
  /** No question is allowed before. */
  notBefore: Date;
  nextVisitAt: Date;
  throttledTimes: number;
  throttledNsu: bigint | null;
  failures: number;
};

/** Minutes between a question that found nothing more, or an answer 656, and the next question. */
const waitMinutes = 60;
const silenceMinutes = 61;
/** Minutes until a question is repeated that got no answer while the authority had more for us. */
const aheadMinutes = 3;
/** Minutes between questions that the network or a paused service prevented. */
const pauseMinutes = [1, 2, 5, 10, 20, 40, 60];
/** Minutes between looks at what a person must mend, and how soon the mended one may ask. */
const mendMinutes = 60;
const mendedMinutes = 0.5;

/** What a visit writes before it asks: where nothing more is heard of it, the question may have arrived and been answered. */
export function claimedUntil(askedAt: Date, isAhead: boolean, pace: QuestionPace): Date {
  const ms = isAhead
    ? Math.max(minutes(pace, aheadMinutes), pace.marginMs)
    : minutes(pace, silenceMinutes) + pace.marginMs;
  return after(askedAt, ms);
}

/** The end of a silence that the authority asked for. */
export function silenceEnd(from: Date, pace: QuestionPace): Date {
  return after(from, minutes(pace, silenceMinutes));
}

/** When the actor asks by itself, where a question is allowed from some moment on. */
export function withMargin(notBefore: Date, pace: QuestionPace): { notBefore: Date; nextVisitAt: Date } {
  return { notBefore, nextVisitAt: after(notBefore, pace.marginMs) };
}

/** When something that a person must mend is looked at again. */
export function nextLook(now: Date, pace: QuestionPace): Date {
  return after(now, minutes(pace, mendMinutes));
}

/** Decides when the next question is allowed and when it is planned. */
export function planAfter(end: QuestionEnd, stood: FormerState, times: Times, pace: QuestionPace): Plan {
  const { endedAt } = times;
  const reason = 'reason' in end ? end.reason : null;
  const { throttledTimes, throttledNsu } = stood;
  // Without an answer it is still the last answer that counts.
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
 * An hour after the answer: only the authority knows when between question and answer it began to count. The actor waits for its margin, too,
 * from the question on.
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

/** How long both sources want to be left alone once there is nothing more (NT 2014.002 v1.40; Manual Integrado do Sistema Nacional NFS-e). */
export const usualWaitSeconds = 3_600;

/** What a message may be under way: margins are not shorter, however short the wait at a simulated authority. */
const leastMarginMs = (waitSeconds: number): number => Math.min(5_000, Math.max(2_000, (waitSeconds * 1_000) / 3));

/** Whose questions are timed. */
type Questioner = { taxId: string; environment: Environment; source: DistributionSource };

/** How times are measured for one questioner: the minutes that the rules speak of, and a margin of its own. */
export type QuestionPace = { minuteMs: number; marginMs: number };

/**
 * The pace of a questioner: minutes are sixtieths of the wait, which is shorter at a simulated authority. The margin, of 1 to 4 minutes, is
 * always the same one, and keeps actors from asking all at once; who asks by hand need not wait for it.
 */
export function paceOf(questioner: Questioner, waitSeconds: number): QuestionPace {
  const minuteMs = (waitSeconds * 1_000) / 60;
  const marginMs = Math.max(leastMarginMs(waitSeconds), Math.round(minuteMs * (1 + 3 * spreadOf(questioner))));
  return { minuteMs, marginMs };
}

/** A number from 0 to below 1, spread evenly over the questioners. */
export function spreadOf({ taxId, environment, source }: Questioner): number {
  const hash = createHash('sha256').update(`${taxId}/${environment}/${source}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}
