import { DateTime } from 'luxon';
import type { LawTables } from '../law-tables.ts';

/** From so many days before the first day without rates it is told that they are missing. */
export const noticeDays = 45;

/** The first day on which rates of IBS and CBS are missing, in how many days that is, and whether those of the IBS are known. */
export type Expiry = { from: string; days: number; misses: 'CBS' | 'IBS_CBS' };

/** What of IBS and CBS will be missing, seen from a day: at the latest what stands behind the last period of the table. */
export function expiryOf({ ibsCbs }: Pick<LawTables, 'ibsCbs'>, today: string): Expiry {
  let from = today;
  for (;;) {
    const period = ibsCbs.periods.find((each) => each.from <= from && from <= each.until);
    if (!period?.cbs) return { from, days: daysBetween(today, from), misses: period ? 'CBS' : 'IBS_CBS' };
    from = dayAfter(period.until);
  }
}

/** What is missing soon or already, as one sentence in Portuguese; null while there is time. */
export function expiryNotice({ from, days, misses }: Expiry): string | null {
  if (days > noticeDays) return null;
  const what = misses === 'CBS' ? 'a alíquota da CBS' : 'as alíquotas do IBS e da CBS';
  const when = days > 0 ? `a partir de ${from}, em ${days} dia(s),` : 'hoje';
  return `${when} falta ${what}: notas com IBS e CBS dessa data são recusadas`;
}

function dayAfter(day: string): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days: 1 }).toFormat('yyyy-MM-dd');
}

function daysBetween(first: string, last: string): number {
  return DateTime.fromISO(last, { zone: 'utc' }).diff(DateTime.fromISO(first, { zone: 'utc' }), 'days').days;
}
