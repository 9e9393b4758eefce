import type { DocumentType } from '../document-types.ts';

/** What this database has under a number of a series; the digest of a note is what the authority told when it authorized it, null where it told none. */
export type NumberHere =
  | { kind: 'NOTE'; status: 'AUTHORIZED' | 'CANCELLED'; accessKey: string; digestValue: string | null }
  /** The authority denied it, which spends the number. */
  | { kind: 'DENIED' }
  /** A sale that was refused or is a draft again: a note of it may exist at the authority. */
  | { kind: 'OPEN' }
  /** The authority took an inutilization of it or is being asked to, or said that it is spent. */
  | { kind: 'GIVEN_UP' }
  /** A conversation about it is under way, which asks by itself. */
  | { kind: 'UNDER_WAY' }
  /** Nobody has drawn it here. */
  | { kind: 'UNTOUCHED' };

/** How a note stands at the authority. `USED`: it says that the number is used, and neither by which key nor how. */
export const standingsThere = ['AUTHORIZED', 'CANCELLED', 'DENIED', 'USED'] as const;
export type StandingThere = (typeof standingsThere)[number];

/** What the authority has under a number. */
export type NoteThere = { accessKey: string | null; standing: StandingThere; digestValue: string | null };

/** What is compared each month by itself: every number, those whose standing is not certain, or none. */
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
 * How the books of a company and those of its authority differ in a number. `UNKNOWN_THERE`: authorized or cancelled here, and the authority has no
 * such note. `UNKNOWN_HERE`: the authority has a note that is not the one of this number here. `CANCELLED_ELSEWHERE`: authorized here, cancelled
 * there; `CANCELLED_HERE_ALONE` the other way round. `GAP`: used nowhere and not given up.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

/** Of a series, where the question is put: who issues with a CPF cannot give numbers up, nor are those of services ever given up. */
export type NumberOf = { type: DocumentType; isGivenUp: boolean };

/** Whether the authority is asked about a number: what is under way asks by itself, and what was given up the authority itself refuses from then on. */
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

/** How what is here and what the authority has differ; null where they agree. @param there null where the authority has nothing */
export function differenceOf(
  here: NumberHere,
  there: NoteThere | null,
  { isGivenUp }: NumberOf,
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

/** Under one key there can be one content alone; where no digest was told nothing is said of it. */
const isOther = (here: string | null, there: string | null): boolean =>
  here !== null && there !== null && there !== here;
