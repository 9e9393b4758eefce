import { p } from '@mikro-orm/core';
import { type WaitKind, waitKinds } from './waiting.ts';

/** One attempt that is under way, which has a run of its own. */
export type AttemptKey = { id: string; attempt: number };

/** Where a row keeps what it waits for, beside its reason in words. */
export type WaitColumns = { waitingKind: WaitKind | null; waitingSince: Date | null; waitingUntil: Date | null };

/** The same as columns of an entity: since when it waits for that kind of thing, and until when where that is known; null with `waitingKind`. */
export const waitColumns = () => ({
  waitingKind: p.enum(waitKinds).nullable(),
  waitingSince: p.datetime().nullable(),
  waitingUntil: p.datetime().nullable(),
});

/** Columns of a row that an authority is to register, by one attempt after the other. */
export const attemptColumns = () => ({
  /** Number of the attempt; each follows a refusal of the one before. A workflow id is used once. */
  attempt: p.integer().default(1),
  /** When the workflow of the present attempt took the row over. */
  claimedAt: p.datetime().nullable(),
  protocol: p.string().length(17).nullable(),
  cStat: p.string().length(8).nullable(),
  /** The authority's words, or why it could not be sent; while PENDING, what it waits for. */
  reason: p.text().nullable(),
  ...waitColumns(),
  signedXml: p.text().lazy().nullable(),
});

/** A wait that begins now. */
export function waitsFor(waitingKind: WaitKind): WaitColumns {
  return { waitingKind, waitingSince: new Date(), waitingUntil: null };
}

/** The columns of an attempt that waits for nothing any more. */
export const waitsNoMore: Readonly<WaitColumns> = { waitingKind: null, waitingSince: null, waitingUntil: null };

/** An attempt that has not ended, of a row that waits for the authority's word: the condition under which a single statement may write to it. */
export function openAttempt(id: string, attempt: number) {
  return { id, attempt, status: 'PENDING' } as const;
}

/** An attempt that no workflow has taken over: it can be withdrawn. */
export function unclaimedAttempt(id: string, attempt: number) {
  return { ...openAttempt(id, attempt), claimedAt: null } as const;
}

/** What withdrawing an unclaimed attempt sets. */
export function withdrawn(reason: string) {
  return { status: 'REJECTED', reason, ...waitsNoMore, updatedAt: new Date() } as const;
}

/** What a workflow sets that takes an attempt over. */
export function claimed({ waitingKind }: { waitingKind?: WaitKind | null | undefined }) {
  return { claimedAt: new Date(), reason: null, ...(waitingKind === 'ANSWER' ? {} : waitsFor('ANSWER')) };
}

/** What an attempt sets that ended in vain; `cStat` is null where it was not the authority that refused. */
export function refused(reason: string, cStat: string | null) {
  return { status: 'REJECTED', ...waitsNoMore, cStat, reason } as const;
}

/** What the next attempt sets, in place of a refused one. */
export function tryingAgain({ attempt }: { attempt: number }) {
  const nothingYet = { claimedAt: null, signedXml: null, cStat: null, reason: null };
  return { status: 'PENDING', attempt: attempt + 1, ...waitsFor('START'), ...nothingYet } as const;
}
