import { decimal } from '../money.ts';
import type { LawTables } from '../taxation/law-tables.ts';
import { periodOn } from '../taxation/rates/ibs-cbs.ts';

/** The rate of CBS on the day of a rehearsal: the one in the tables, one that the rehearsal assumes, or none. */
export type RehearsedCbs =
  | { kind: 'IN_FORCE'; rate: string }
  | { kind: 'ASSUMED'; rate: string }
  /** The last known rate stands in for the unknown one, so that all else can be checked; its amounts are not reported. */
  | { kind: 'UNKNOWN'; standIn: string }
  /** The tables have no period for that day, or no rate that could stand in. */
  | { kind: 'NO_PERIOD' };

/**
 * The tables with which a day is rehearsed. An assumed rate of CBS replaces that of the day's period; where the period has none and none is assumed,
 * the last known rate stands in.
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
