import { daysLeftOf, firstNoticeDays } from '../companies/certificate-days.ts';
import type { DocumentType } from '../document-types.ts';
import type { Closing } from './closing.entity.ts';
import type { MovingClosing } from './progress.ts';
import type { NumberRange } from './summary.ts';

/** Numbers of a series that nobody has drawn and nobody has explained. */
export type SeriesGap = NumberRange & { type: DocumentType; series: number };

/** What keeps a company's month from being closed properly, with what leads to the place where it is mended. */
export type Hindrance =
  /** Numbers without a document; `gaps` has the first ones. */
  | { kind: 'GAPS'; numbers: number; gapCount: number; gaps: SeriesGap[] }
  /** Notes whose emission stopped until a person decides. Here and below `documentId` is one of the notes. */
  | { kind: 'UNDECIDED'; notes: number; documentId: string | null; since: Date | null }
  /** Notes in emission, or waiting for something that comes by itself. */
  | { kind: 'WAITING'; notes: number; documentId: string | null; since: Date | null }
  /** Notes issued in contingency and not transmitted yet. */
  | { kind: 'UNTRANSMITTED'; notes: number; documentId: string | null; until: Date | null }
  | { kind: 'REJECTED'; notes: number; documentId: string | null }
  /** Received notes of which the company has only the summary; `unanswered` of them can still be answered by a manifestation. */
  | { kind: 'SUMMARIES'; notes: number; unanswered: number }
  /** The certificate ends soon, has ended, or is missing (null). */
  | { kind: 'CERTIFICATE'; endsAt: Date | null }
  | { kind: 'FAILED'; reason: string | null };

/** The last closing of a month, as far as the board shows it. */
export type BoardClosing = MovingClosing &
  Pick<Closing, 'failureReason' | 'fileSize' | 'sha256' | 'asOf' | 'completedAt' | 'deletedAt'> & {
    /** How many notes were cancelled after `asOf`; null unless the closing is COMPLETED. */
    cancelledSince: number | null;
  };

/** A company of an office's portfolio, in one month. */
export type BoardCompany = {
  id: string;
  taxId: string;
  name: string;
  /** Whether the company lets the office issue, and therefore give numbers up. */
  issuingAllowed: boolean;
  /** How many notes of the month, in production, are authorized or cancelled: those that a closing contains. */
  noteCount: number;
  /** The sum of the authorized notes, with two places. */
  totalValue: string;
  hindrances: Hindrance[];
  closing: BoardClosing | null;
  /** Whether the month has changed since its ZIP was made. */
  isOutdated: boolean;
};

/** What the database counts of a company and month. */
export type BoardFacts = Omit<BoardCompany, 'hindrances' | 'isOutdated'> & {
  missingNumbers: number;
  gapCount: number;
  gaps: SeriesGap[];
  waiting: number;
  undecided: number;
  waitingSince: Date | null;
  waitingId: string | null;
  untransmitted: number;
  transmitBy: Date | null;
  untransmittedId: string | null;
  rejected: number;
  rejectedId: string | null;
  summaries: number;
  unanswered: number;
  certificateEnds: Date | null;
};

/** The columns of the board, in their order: companies that need somebody come first. */
export const lanes = ['NEEDS', 'CLOSING', 'OPEN', 'READY', 'IDLE'] as const;
export type Lane = (typeof lanes)[number];

/** Makes a company's card on the board, with what keeps its month from being closed. */
export function boardCompanyOf(facts: BoardFacts, now: Date): BoardCompany {
  const { id, taxId, name, issuingAllowed, noteCount, totalValue, closing } = facts;
  const isOutdated =
    closing?.status === 'COMPLETED' && (closing.documentCount !== noteCount || (closing.cancelledSince ?? 0) > 0);
  const hindrances = hindrancesOf(facts, now);
  return { id, taxId, name, issuingAllowed, noteCount, totalValue, hindrances, closing, isOutdated };
}

function hindrancesOf(facts: BoardFacts, now: Date): Hindrance[] {
  const { missingNumbers: numbers, gapCount, gaps, waiting, undecided, waitingSince: since, waitingId } = facts;
  const { untransmitted, transmitBy: until, untransmittedId, rejected, rejectedId, summaries, unanswered } = facts;
  const { certificateEnds: endsAt, closing } = facts;
  const isEnding = endsAt === null || daysLeftOf({ notAfter: endsAt }, now) <= firstNoticeDays;
  return [
    closing?.status === 'FAILED' && { kind: 'FAILED' as const, reason: closing.failureReason ?? null },
    numbers > 0 && { kind: 'GAPS' as const, numbers, gapCount, gaps },
    undecided > 0 && { kind: 'UNDECIDED' as const, notes: undecided, documentId: waitingId, since },
    waiting > undecided && {
      ...{ kind: 'WAITING' as const, notes: waiting - undecided, since },
      documentId: undecided === 0 ? waitingId : null,
    },
    untransmitted > 0 && { kind: 'UNTRANSMITTED' as const, notes: untransmitted, documentId: untransmittedId, until },
    rejected > 0 && { kind: 'REJECTED' as const, notes: rejected, documentId: rejectedId },
    summaries > 0 && { kind: 'SUMMARIES' as const, notes: summaries, unanswered },
    isEnding && { kind: 'CERTIFICATE' as const, endsAt },
  ].filter((each) => each !== false);
}

/**
 * The column of a company. A certificate alone hinders no company without notes in the month; a month that is closed stays READY, whatever else there
 * is to do.
 */
export function laneOf({ noteCount, hindrances, closing, isOutdated }: BoardCompany): Lane {
  if (closing?.status === 'PENDING' || closing?.status === 'RUNNING') return 'CLOSING';
  if (closing?.status === 'COMPLETED' && !isOutdated) return 'READY';
  const isOfMonth = hindrances.some(({ kind }) => kind !== 'CERTIFICATE');
  if (isOfMonth || (noteCount > 0 && hindrances.length > 0)) return 'NEEDS';
  return noteCount === 0 ? 'IDLE' : 'OPEN';
}
