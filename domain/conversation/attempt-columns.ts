import { p } from '@mikro-orm/core';
import { type WaitKind, waitKinds } from './waiting.ts';

/** What names one attempt; each attempt has a run of its own. */
export type AttemptKey = { id: string; attempt: number };

/** The columns that hold what a row waits for; its reason in words has a column of its own. */
export type WaitColumns = { waitingKind: WaitKind | null; waitingSince: Date | null; waitingUntil: Date | null };

/**
 * `WaitColumns` for an entity: the kind of wait, since when it lasts, and until when if that is known. All are null while the row waits for nothing.
 */
export const waitColumns = () => ({
  waitingKind: p.enum(waitKinds).nullable(),
  waitingSince: p.datetime().nullable(),
  waitingUntil: p.datetime().nullable(),
});

/** Columns of a row that is to be registered by an authority, in one attempt or several. */
export const attemptColumns = () => ({
  /** Number of the attempt, from 1. The next one begins after a refusal; it is part of the workflow's id, which is never used twice. */
  attempt: p.integer().default(1),
  /** When the workflow of the current attempt took the row over. */
  claimedAt: p.datetime().nullable(),
  protocol: p.string().length(17).nullable(),
  cStat: p.string().length(8).nullable(),
  /** The authority's words, or why nothing could be sent; while the row is PENDING, what it waits for. */
  reason: p.text().nullable(),
  ...waitColumns(),
  signedXml: p.text().lazy().nullable(),
});

/** A wait that begins at that moment. */
export function waitsFor(waitingKind: WaitKind, since: Date): WaitColumns {
  return { waitingKind, waitingSince: since, waitingUntil: null };
}

/** The columns of a row that no longer waits. */
export const waitsNoMore: Readonly<WaitColumns> = { waitingKind: null, waitingSince: null, waitingUntil: null };

/** Condition of a statement that writes to an attempt: it has not ended, and its row is still PENDING. */
export function openAttempt(id: string, attempt: number) {
  return { id, attempt, status: 'PENDING' } as const;
}

/** Condition for an attempt that no workflow has taken over, and that can therefore be withdrawn. */
export function unclaimedAttempt(id: string, attempt: number) {
  return { ...openAttempt(id, attempt), claimedAt: null } as const;
}

/** Columns that change when an unclaimed attempt is withdrawn. */
export function withdrawn(reason: string) {
  return { status: 'REJECTED', reason, ...waitsNoMore, updatedAt: new Date() } as const;
}

/** Columns that change when a workflow takes an attempt over. */
export function claimed({ waitingKind }: { waitingKind?: WaitKind | null | undefined }) {
  const now = new Date();
  return { claimedAt: now, reason: null, ...(waitingKind === 'ANSWER' ? {} : waitsFor('ANSWER', now)) };
}

/** Columns that change when an attempt ends without success; `cStat` is null where it is not the authority that refuses. */
export function refusedColumns(reason: string, cStat: string | null) {
  return { status: 'REJECTED', ...waitsNoMore, cStat, reason } as const;
}

/** Columns that change when a refused attempt is followed by the next one. */
export function tryingAgain({ attempt }: { attempt: number }) {
  const nothingYet = { claimedAt: null, signedXml: null, cStat: null, reason: null };
  return { status: 'PENDING', attempt: attempt + 1, ...waitsFor('START', new Date()), ...nothingYet } as const;
}
