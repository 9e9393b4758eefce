import type { WaitKind } from './waiting.ts';

/** Where a row keeps what it waits for, beside its reason in words. */
export type WaitColumns = { waitingKind: WaitKind | null; waitingSince: Date | null; waitingUntil: Date | null };

/** A wait that begins now. */
export function waitsFor(waitingKind: WaitKind): WaitColumns {
  return { waitingKind, waitingSince: new Date(), waitingUntil: null };
}

/** Nothing is waited for any more. */
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
