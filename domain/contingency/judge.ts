import { isTaking, type AuthorityService, type Standing } from '../conversation/authority.ts';

/** What the judge of a service knows of it. */
export type KnownStanding = {
  standing: Standing;
  since: Date;
  reason: string;
  cStat: string | null;
  /**
   * Doubts since another service of the authorizer last answered: messages left unanswered, but for those sent before the last 107, and pauses that it
   * announced right after a 107.
   */
  faults: number;
  /** Whether another service of the authorizer has answered since the last 107. */
  isProven: boolean;
  /** How often in a row a 107 opened the service and no other service then answered. */
  relapses: number;
  /** When the service last gave a reason to ask for its status: it left a message unanswered, or called itself paused right after a 107. */
  doubtedAt: Date | null;
  askedAt: Date | null;
  notBefore: Date | null;
  servingAt: Date | null;
};

/** What became of one message about a note, an event or a range of numbers. */
export type Evidence =
  | { kind: 'answer'; cStat: string; words: string }
  | { kind: 'fault'; reason: string; sentAt: Date };

/** What became of a question about the status. */
export type StatusResult = { kind: 'answer'; cStat: string; words: string } | { kind: 'none'; reason: string };

/** The instant of a judgement, and the least time between two questions. */
export type Moment = { at: Date; paceMs: number };

/** How many unanswered messages in a row shut a service, whatever its status says. */
export const faultsToShut = 3;
/** After this time a question is answered or given up. */
export const questionMs = 5_000;
/** For how long faults after a 107 count against that 107, if no other service has answered, and another shutting counts as the same outage. */
const trustMs = 600_000;
/** The longest time without questions after relapses, in paces: a quarter of an hour at the usual pace. */
const longestCalm = 30;

/** The standing of a service of which nothing is known: OPEN, but OFF for an SVC, which is off until it says otherwise. */
export function unaskedStanding({ state }: Pick<AuthorityService, 'state'>, at: Date): KnownStanding {
  const isSvc = state !== '';
  return {
    standing: isSvc ? 'OFF' : 'OPEN',
    since: at,
    reason: isSvc ? 'Ninguém perguntou ainda se a SVC atende.' : 'Nada se sabe em contrário.',
    cStat: null,
    faults: 0,
    isProven: true,
    relapses: 0,
    doubtedAt: null,
    askedAt: null,
    notBefore: null,
    servingAt: null,
  };
}

/** The standing after a message; the same object where the message tells nothing new. */
export function afterMessage(before: KnownStanding, evidence: Evidence, isSvc: boolean, now: Moment): KnownStanding {
  return evidence.kind === 'fault' ? afterFault(before, evidence, now) : afterAnswer(before, evidence, isSvc, now);
}

function afterAnswer(
  before: KnownStanding,
  { cStat, words }: Extract<Evidence, { kind: 'answer' }>,
  isSvc: boolean,
  now: Moment,
): KnownStanding {
  const said = standingOf(cStat, isSvc);
  if (said === null) {
    const isWell = before.faults === 0 && before.isProven;
    return isWell || !isTaking(before.standing) ? before : { ...before, faults: 0, isProven: true };
  }
  if (said === before.standing || said === 'OPEN') return before;
  if (said !== 'SHUT') return changed(before, said, { cStat, words }, now);
  // The last 107 said the opposite. One of the two is about one service of the authorizer alone, and the status is asked for again.
  if (isTaking(before.standing) && isJustServing(before, now)) return doubted(before, `${cStat} - ${words}`, now);
  return { ...changed(before, said, { cStat, words }, now), notBefore: later(before.notBefore, pace(now)) };
}

function afterFault(
  before: KnownStanding,
  { reason, sentAt }: Extract<Evidence, { kind: 'fault' }>,
  now: Moment,
): KnownStanding {
  const { servingAt, standing } = before;
  // A 107 that answered a question asked after this message was sent is newer than the fault.
  if (!isTaking(standing) || (servingAt !== null && sentAt <= servingAt)) return before;
  return doubted(before, reason, now);
}

function doubted(before: KnownStanding, reason: string, now: Moment): KnownStanding {
  const { at } = now;
  const isStale = !before.isProven && !isWithin(before.servingAt, trustMs, at);
  const faults = isStale ? 1 : before.faults + 1;
  const isProven = before.isProven || isStale;
  const after = { ...before, faults, isProven, doubtedAt: at };
  if (faults < faultsToShut) return after;
  if (!isProven) return relapsed(after, reason, now);
  return isQuestionAwaited(after, at) ? after : shut(after, reason, at);
}

/** Whether a question is under way, or may be asked at once: its answer decides. */
function isQuestionAwaited({ askedAt, notBefore, servingAt }: KnownStanding, at: Date): boolean {
  if (notBefore === null || notBefore <= at) return true;
  const isAnswered = askedAt !== null && servingAt !== null && servingAt >= askedAt;
  return !isAnswered && isWithin(askedAt, questionMs + 1_000, at);
}

/** Shuts a service whose status says 107 while none of its other services answers. It is left alone for a while, twice as long each time. */
function relapsed(before: KnownStanding, reason: string, { at, paceMs }: Moment): KnownStanding {
  const relapses = isWithin(before.since, trustMs, at) ? before.relapses + 1 : 1;
  const calmMs = paceMs * Math.min(longestCalm, 2 ** Math.min(relapses, 10));
  const until = new Date(at.getTime() + calmMs);
  const words = `A SEFAZ diz que está em operação (107), mas não responde: ${reason}`;
  return { ...shutAs(before, words, at), relapses, notBefore: later(before.notBefore, until) };
}

/** The standing once a question is claimed: it counts as asked, whatever becomes of it, and may arrive until its time is over. */
export function afterClaim(before: KnownStanding, now: Moment): KnownStanding {
  return { ...before, askedAt: now.at, notBefore: claimedUntil(now) };
}

/** The standing once a question is over. The pace is counted from here, since nobody knows when the question arrived. */
export function afterEnd(before: KnownStanding, now: Moment): KnownStanding {
  const { askedAt, notBefore, doubtedAt, standing } = before;
  const isClaims = askedAt !== null && notBefore?.getTime() === claimedUntil({ ...now, at: askedAt }).getTime();
  // A doubt that came up during the question and was not answered must still be asked about.
  const isAnswered = !isTaking(standing) || doubtedAt === null;
  return {
    ...before,
    askedAt: isAnswered ? now.at : askedAt,
    notBefore: isClaims ? pace(now) : later(notBefore, pace(now)),
  };
}

/** The standing where nobody can ask now: the question is tried again after the pace. */
export function afterNobody(before: KnownStanding, now: Moment): KnownStanding {
  return { ...before, notBefore: pace(now) };
}

/** The standing after a question about the status; the same object where its end tells nothing new. */
export function afterQuestion(before: KnownStanding, heard: StatusResult, isSvc: boolean, now: Moment): KnownStanding {
  const { at } = now;
  if (heard.kind === 'none') return isTaking(before.standing) ? shut(before, heard.reason, at) : before;
  const said = standingOf(heard.cStat, isSvc);
  if (said === null) return before;
  if (!isTaking(said)) return said === before.standing ? before : changed(before, said, heard, now);
  // Faults before a 107 still count until another service answers: that 107 may be wrong.
  const faults = isTaking(before.standing) && !before.isProven ? before.faults : 0;
  return { ...changed(before, said, heard, now), faults, isProven: false, doubtedAt: null, servingAt: at };
}

/** Whether the status must be asked for, now or as soon as that is allowed. */
export function isToAsk({ standing, doubtedAt, askedAt }: KnownStanding): boolean {
  return !isTaking(standing) || (doubtedAt !== null && (askedAt === null || doubtedAt > askedAt));
}

/** The standing that a code tells of; null where the code only shows that the service answers. */
function standingOf(cStat: string, isSvc: boolean): Standing | null {
  switch (cStat) {
    case '107':
      return 'OPEN';
    case '108':
    case '109':
      return 'SHUT';
    case '113':
      return isSvc ? 'CLOSING' : null;
    case '114':
      return isSvc ? 'OFF' : 'SHUT';
    default:
      return null;
  }
}

function changed(
  before: KnownStanding,
  standing: Standing,
  said: { cStat: string; words: string },
  { at }: Moment,
): KnownStanding {
  if (standing === before.standing) return { ...before };
  return { ...before, standing, since: at, reason: wordsOf(standing, said), cStat: said.cStat };
}

function wordsOf(standing: Standing, { cStat, words }: { cStat: string; words: string }): string {
  switch (standing) {
    case 'OPEN':
      return `Em operação (${cStat}).`;
    case 'SHUT':
      return `Serviço da SEFAZ parado: ${cStat} - ${words}`;
    case 'CLOSING':
      return `SVC em desativação: ${cStat} - ${words}`;
    case 'OFF':
      return `SVC desativada: ${cStat} - ${words}`;
  }
}

const shut = (before: KnownStanding, reason: string, at: Date): KnownStanding =>
  shutAs(before, `A SEFAZ não responde: ${reason}`, at);

function shutAs(before: KnownStanding, reason: string, at: Date): KnownStanding {
  return { ...before, standing: 'SHUT', since: at, reason, cStat: null };
}

function isJustServing({ servingAt }: KnownStanding, { at, paceMs }: Moment): boolean {
  return isWithin(servingAt, paceMs, at);
}

function isWithin(since: Date | null, ms: number, at: Date): boolean {
  return since !== null && at.getTime() - since.getTime() < ms;
}

const claimedUntil = ({ at, paceMs }: Moment): Date => new Date(at.getTime() + paceMs + questionMs);
const pace = ({ at, paceMs }: Moment): Date => new Date(at.getTime() + paceMs);

function later(one: Date | null, other: Date): Date {
  return one !== null && one > other ? one : other;
}

/** The least time between two questions about the status of one authorizer, in seconds. */
export const usualPaceSeconds = 30;
