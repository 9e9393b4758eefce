import { shortDay } from './fiscal-time.ts';
import table from '../tables/law-calendar.json' with { type: 'json' };

/** A change by a law or a technical note that applies from a day on, by its name in `tables/law-calendar.json`. */
export type LawChange = keyof typeof table.changes;

/** First day of a change in each environment (YYYY-MM-DD, in the issuer's calendar); null while it is not known. */
export type FirstDays = {
  homologation: string | null;
  production: string | null;
  /** The law or note, with its rule and cStat. */
  law: string;
  confidence: 'HIGH' | 'MEDIUM' | 'LOW';
};

export type LawEnvironment = 'HOMOLOGATION' | 'PRODUCTION';

/** The first days of all changes. */
export type LawCalendar = { source: string; changes: Readonly<Record<LawChange, FirstDays>> };

/** The calendar in this version. An operator's rates file may move its days (`LawTables.calendar`). */
export const shippedCalendar = table as LawCalendar;

/** Names of all changes. */
export const lawChanges = Object.keys(table.changes) as LawChange[];

/**
 * Whether a change is in force on a day.
 *
 * @param date YYYY-MM-DD in the issuer's calendar; for the content of a note its date of issue
 */
export function inForce(
  change: LawChange,
  { environment, date }: { environment: LawEnvironment; date: string },
  { changes }: LawCalendar = shippedCalendar,
): boolean {
  const first = firstDayOf(changes[change], environment);
  return first !== null && first <= date;
}

/** The first day of a change as Portuguese words: `a partir de 14/12/2026`. */
export function firstDayInWords(
  change: LawChange,
  environment: LawEnvironment,
  { changes }: LawCalendar = shippedCalendar,
): string {
  const first = firstDayOf(changes[change], environment);
  return first === null ? 'em data ainda não marcada' : `a partir de ${shortDay(first)}`;
}

function firstDayOf({ production, homologation }: FirstDays, environment: LawEnvironment): string | null {
  return environment === 'PRODUCTION' ? production : homologation;
}
