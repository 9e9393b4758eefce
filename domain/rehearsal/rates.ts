import { decimal } from '../money.ts';
import type { LawTables } from '../taxation/law-tables.ts';
import { periodOn } from '../taxation/rates/ibs-cbs.ts';

/** What is known of the rate of CBS on the day of a rehearsal: as the tables have it, as the rehearsal was told, or not at all. */
export type RehearsedCbs =
  | { kind: 'IN_FORCE'; rate: string }
  | { kind: 'ASSUMED'; rate: string }
  /** A rate of an earlier year stands in for it, so that all else can be checked; its amounts are not told. */
  | { kind: 'UNKNOWN'; standIn: string }
  /** The tables have no rates of that day at all. */
  | { kind: 'NO_PERIOD' };

/**
 * The tables with which a day is rehearsed. Where nobody published its rate of CBS, the one that the rehearsal assumes is put in its place, or,
 * where it assumes none, the last known one.
 */
export function rehearsalTables(
  tables: LawTables,
  day: string,
  assumed: string | undefined,
): { tables: LawTables; cbs: RehearsedCbs } {
  const { periods } = tables.ibsCbs;
  const period = periodOn(tables, day);
  if (!period) return { tables, cbs: { kind: 'NO_PERIOD' } };
  if (assumed === undefined && period.cbs) return { tables, cbs: { kind: 'IN_FORCE', rate: period.cbs.toFixed() } };
  const last = periods.findLast(({ until, cbs }) => until < day && cbs !== null)?.cbs ?? null;
  const rate = assumed === undefined ? last : decimal(assumed);
  if (!rate) return { tables, cbs: { kind: 'NO_PERIOD' } };
  const replaced = periods.map((each) => (each === period ? { ...each, cbs: rate } : each));
  const cbs: RehearsedCbs =
    assumed === undefined ? { kind: 'UNKNOWN', standIn: rate.toFixed() } : { kind: 'ASSUMED', rate: rate.toFixed() };
  return { tables: { ...tables, ibsCbs: { ...tables.ibsCbs, periods: replaced } }, cbs };
}
