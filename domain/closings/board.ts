import { daysLeftOf, firstNoticeDays } from '../companies/certificate-days.ts';
import type { DocumentType } from '../document-types.ts';
import type { Closing } from './closing.entity.ts';
import type { MovingClosing } from './progress.ts';
import type { NumberRange } from './summary.ts';

/** Numbers of a series that nobody has drawn, and nobody explained. */
export type SeriesGap = NumberRange & { type: DocumentType; series: number };

/** What keeps a company's month from being closed as it should be, each with what leads to where it is mended. */
export type Hindrance =
  /** `gaps` names the first of them. */
  | { kind: 'GAPS'; numbers: number; gapCount: number; gaps: SeriesGap[] }
  /** Emission stopped: a person decides. `documentId` is one of them, as below. */
  | { kind: 'UNDECIDED'; notes: number; documentId: string | null; since: Date | null }
  /** In emission, or waiting for what comes by itself. */
  | { kind: 'WAITING'; notes: number; documentId: string | null; since: Date | null }
  /** Out in contingency, and not transmitted yet. */
  | { kind: 'UNTRANSMITTED'; notes: number; documentId: string | null; until: Date | null }
  | { kind: 'REJECTED'; notes: number; documentId: string | null }
  /** Received, of which the company has the summary alone; `unanswered` of them still take its word. */
  | { kind: 'SUMMARIES'; notes: number; unanswered: number }
  /** Ends soon, has ended, or is not there: null. */
  | { kind: 'CERTIFICATE'; endsAt: Date | null }
  | { kind: 'FAILED'; reason: string | null };

/** The last closing of a month, and what a board shows of it. */
export type BoardClosing = MovingClosing &
  Pick<Closing, 'failureReason' | 'fileSize' | 'sha256' | 'asOf' | 'completedAt' | 'deletedAt'> & {
    /** Notes that were cancelled after the instant that it speaks of; null unless it is COMPLETED. */
    cancelledSince: number | null;
  };

/** A company of a portfolio in a month. */
export type BoardCompany = {
  id: string;
  taxId: string;
  name: string;
  /** Whether the company lets the office issue, and so give numbers up. */
  issuingAllowed: boolean;
  /** Authorized and cancelled notes of the month, in production, which a closing is of. */
  noteCount: number;
  /** Of the authorized ones, two places. */
  totalValue: string;
  hindrances: Hindrance[];
  closing: BoardClosing | null;
  /** Whether the month is no longer what its ZIP says. */
  isOutdated: boolean;
};

/** What the database counts of one. */
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

/** Where a company stands in a month: what needs somebody comes first. */
export const lanes = ['NEEDS', 'CLOSING', 'OPEN', 'READY', 'IDLE'] as const;
export type Lane = (typeof lanes)[number];

/** Puts a company on the board, with what keeps its month from being closed. */
export function onBoard(facts: BoardFacts, now: Date): BoardCompany {
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

/** A certificate alone hinders nobody whose month has no notes; one that is closed stays closed, whatever else there is to do. */
export function laneOf({ noteCount, hindrances, closing, isOutdated }: BoardCompany): Lane {
  if (closing?.status === 'PENDING' || closing?.status === 'RUNNING') return 'CLOSING';
  if (closing?.status === 'COMPLETED' && !isOutdated) return 'READY';
  const isOfMonth = hindrances.some(({ kind }) => kind !== 'CERTIFICATE');
  if (isOfMonth || (noteCount > 0 && hindrances.length > 0)) return 'NEEDS';
  return noteCount === 0 ? 'IDLE' : 'OPEN';
}
