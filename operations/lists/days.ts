import { DateTime } from 'luxon';
import type { Fault } from '../../domain/faults.ts';

/** Days AAAA-MM-DD, both included; a missing end is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** The first and the last day that PostgreSQL and JavaScript both write with a four-digit year. */
const [first, last] = ['0001-01-01', '9999-12-31'];

/** The fault of days that end before they begin; it is at the end. */
export function checkDays({ from, to }: Days, path: { from: string; to: string }): Fault[] {
  if (from === undefined || to === undefined || from <= to) return [];
  return [{ code: 'validation_error', path: path.to, message: `A data final é anterior a ${path.from}.` }];
}

/** The same days, with an end left out that excludes nothing or that the database cannot hold. */
export function knownDays({ from, to }: Days): Days {
  return {
    from: from === undefined || from <= first ? undefined : from,
    to: to === undefined || to >= last ? undefined : to < first ? first : to,
  };
}

/** How much of a month the days cover. @param month its first day */
export function coverageOf(month: string, { from, to }: Days): 'ALL' | 'PART' | 'NONE' {
  const end = endOf(month);
  if ((from !== undefined && end < from) || (to !== undefined && month > to)) return 'NONE';
  return (from !== undefined && month < from) || (to !== undefined && end > to) ? 'PART' : 'ALL';
}

/** The days that lie in a month. @param month its first day */
export function daysWithin(month: string, { from, to }: Days): Days {
  const end = endOf(month);
  return { from: from !== undefined && from > month ? from : month, to: to !== undefined && to < end ? to : end };
}

function endOf(month: string): string {
  const [year = 0, ofYear = 0] = month.split('-').map(Number);
  return `${month.slice(0, 8)}${String(new Date(Date.UTC(year, ofYear, 0)).getUTCDate()).padStart(2, '0')}`;
}

/** The days in Brasília time as instants in PostgreSQL's format; the second instant is excluded. */
export function instantsOf({ from, to }: Days): { from: string | null; before: string | null } {
  const next = to === undefined ? null : DateTime.fromISO(to, { zone: 'utc' }).plus({ days: 1 }).toISODate();
  return { from: from === undefined ? null : midnight(from), before: next === null ? null : midnight(next) };
}

function midnight(day: string): string {
  return `${day} 00:00 America/Sao_Paulo`;
}
