// Workflows read this file: it must import nothing but types.
import type { ClosingEnd, Mend, Progress } from './progress.ts';

/** How far the documents of a month have been read: the last one that went into the ZIP, in the order of issue. */
export type PageMark = { issuedAt: string; id: string };

/** How much of a closing is done. */
export type ClosingCounts = { documentCount: number; doneCount: number; pdfCount: number };

/** One part is stored; the next one reads on after `after`. */
export type PackedPart = { kind: 'packed'; after: PageMark | null } & ClosingCounts;

/** The result of making one part of a closing. */
export type PackProgress = PackedPart | Extract<Progress<ClosingEnd>, { kind: 'settled' | 'wait' }> | Mend;

/** What one run of a closing hands on to the next. */
export type PackStanding = {
  after: PageMark | null;
  tally: ClosingCounts;
  pace: PackingSpeed;
  /** Since when the closing makes no progress, in epoch milliseconds; null while it does. */
  stuckSinceMs: number | null;
};

/** What has been packed so far and how long that took, without the waits between parts. */
export type PackingSpeed = { documents: number; pdfs: number; ms: number };

/** A closing that the actor of its office is to start. */
export type DueClosing = { closingId: string; companyTaxId: string; companyName: string; month: string };
