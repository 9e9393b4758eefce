import type { DocumentType } from '../document-types.ts';

/**
 * What this database has under a number of a series. `digestValue` is the note's digest in the authority's protocol; null where the protocol has
 * none.
 */
export type NumberHere =
  | { kind: 'NOTE'; status: 'AUTHORIZED' | 'CANCELLED'; accessKey: string; digestValue: string | null }
  /** The authority denied the note, which uses up the number. */
  | { kind: 'DENIED' }
  /** A sale that was refused, or is a draft again: the authority may still have a note of it. */
  | { kind: 'OPEN' }
  /** The number was inutilized or is about to be, or the authority said that it is used up. */
  | { kind: 'GIVEN_UP' }
  /** An attempt is under way, which asks the authority itself. */
  | { kind: 'UNDER_WAY' }
  /** No document here has drawn the number. */
  | { kind: 'UNTOUCHED' };

/** How a note stands at the authority. `USED`: the authority says only that the number is used, not by which access key or how. */
export const standingsThere = ['AUTHORIZED', 'CANCELLED', 'DENIED', 'USED'] as const;
export type StandingThere = (typeof standingsThere)[number];

/** What the authority has under a number. */
export type NoteThere = { accessKey: string | null; standing: StandingThere; digestValue: string | null };

/** Which numbers are compared each month without being asked: all, those whose state is not certain, or none. */
export const monthlyComparisons = ['ALL', 'DOUBTFUL', 'OFF'] as const;
export type MonthlyComparison = (typeof monthlyComparisons)[number];

export const differenceKinds = [
  'UNKNOWN_THERE',
  'UNKNOWN_HERE',
  'CANCELLED_ELSEWHERE',
  'CANCELLED_HERE_ALONE',
  'GAP',
] as const;
/**
 * How company and authority differ in a number. `UNKNOWN_THERE`: authorized or cancelled here, and the authority does not have the note.
 * `UNKNOWN_HERE`: the authority has another note than this number here. `CANCELLED_ELSEWHERE`: authorized here, cancelled there;
 * `CANCELLED_HERE_ALONE` the other way round. `GAP`: used nowhere and not inutilized.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * The document type of a number's series, and whether its gaps are to be inutilized: not those of an issuer with a CPF, who cannot, nor those of
 * services.
 */
export type ComparedNumber = { type: DocumentType; isGivenUp: boolean };

/** Whether the authority is asked about a number. An attempt under way asks itself, and the authority refuses notes of inutilized numbers. */
export function isAsked(here: NumberHere, { everyNote }: { everyNote: boolean }): boolean {
  switch (here.kind) {
    case 'NOTE':
      return everyNote;
    case 'OPEN':
    case 'UNTOUCHED':
      return true;
    case 'DENIED':
    case 'GIVEN_UP':
    case 'UNDER_WAY':
      return false;
  }
}

/** How the state here and the authority's differ; null where they agree. @param there null where the authority has nothing */
export function differenceOf(
  here: NumberHere,
  there: NoteThere | null,
  { isGivenUp }: ComparedNumber,
): DifferenceKind | null {
  if (here.kind === 'NOTE') return there === null ? 'UNKNOWN_THERE' : differenceOfNote(here, there);
  if (there === null) return here.kind === 'UNTOUCHED' && isGivenUp ? 'GAP' : null;
  return here.kind === 'DENIED' && there.standing === 'DENIED' ? null : 'UNKNOWN_HERE';
}

function differenceOfNote(here: Extract<NumberHere, { kind: 'NOTE' }>, there: NoteThere): DifferenceKind | null {
  if (there.accessKey !== here.accessKey || isOther(here.digestValue, there.digestValue)) return 'UNKNOWN_HERE';
  switch (there.standing) {
    case 'USED':
      return null;
    case 'DENIED':
      return 'UNKNOWN_THERE';
    case 'AUTHORIZED':
      return here.status === 'CANCELLED' ? 'CANCELLED_HERE_ALONE' : null;
    case 'CANCELLED':
      return here.status === 'AUTHORIZED' ? 'CANCELLED_ELSEWHERE' : null;
  }
}

/** Whether two digests differ: two notes with one access key. Where one digest is unknown they count as equal. */
const isOther = (here: string | null, there: string | null): boolean =>
  here !== null && there !== null && there !== here;
