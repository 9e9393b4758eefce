import type { WaitKind } from './waiting.ts';

/** Where a row keeps what it waits for, beside its reason in words. */
export type WaitColumns = { waitingKind: WaitKind | null; waitingSince: Date | null; waitingUntil: Date | null };

/** A wait that begins now. */
export function waitsFor(waitingKind: WaitKind): WaitColumns {
  return { waitingKind, waitingSince: new Date(), waitingUntil: null };
}

/** Nothing is waited for any more. */
export const waitsNoMore: Readonly<WaitColumns> = { waitingKind: null, waitingSince: null, waitingUntil: null };
