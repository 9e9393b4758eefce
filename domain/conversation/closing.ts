// Workflows read this file: it must import nothing but types.
import type { ClosingEnd, Mend, Progress } from './progress.ts';

/** How far a month has been read: the place of the last document that went in, in the order of issue. */
export type PageMark = { issuedAt: string; id: string };

/** How much of a closing is done. */
export type ClosingCounts = { documentCount: number; doneCount: number; pdfCount: number };

/** A part is stored, and where the next one goes on reading. */
export type PackedPart = { kind: 'packed'; after: PageMark | null } & ClosingCounts;

/** What came of one part of a closing. */
export type PackProgress = PackedPart | Extract<Progress<ClosingEnd>, { kind: 'settled' | 'wait' }> | Mend;

/** What a closing's run hands on to the next one. */
export type PackStanding = {
  after: PageMark | null;
  tally: ClosingCounts;
  pace: PackingSpeed;
  /** Since when nothing has moved; null while it moves. */
  stuckSinceMs: number | null;
};

/** What parts have taken, without the waits between them. */
export type PackingSpeed = { documents: number; pdfs: number; ms: number };

/** A closing that its office's actor is to start. */
export type DueClosing = { closingId: string; companyTaxId: string; companyName: string; month: string };
