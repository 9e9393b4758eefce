import { DateTime } from 'luxon';
import { z } from 'zod';
import type { LawTables } from '../law-tables.ts';
import { day, exactRate, inOrder, source } from './forms.ts';
import ibsCbs from './ibs-cbs.json' with { type: 'json' };

const period = z
  .strictObject({
    from: day,
    until: day,
    state: exactRate,
    municipal: exactRate,
    /** Null while it is not published. */
    cbs: exactRate.nullable(),
    /** Of files that earlier versions wrote: nothing is added to a price (NT 2026.008). */
    addsToTotal: z.boolean().optional(),
  })
  .refine(({ from, until }) => from <= until, 'o período termina antes de começar')
  .transform(({ from, until, state, municipal, cbs }) => ({ from, until, state, municipal, cbs }));

export const ibsCbsSchema = z.strictObject({
  source,
  status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
  periods: inOrder(period).refine(
    (periods) => periods.every(({ from }, index) => index === 0 || (periods[index - 1]?.until ?? '') < from),
    'um período começa antes de terminar o anterior',
  ),
});

/** The rates of IBS and CBS in percent, of which the CBS may not be known yet. */
export type IbsCbsPeriod = z.output<typeof period>;
export type IbsCbsTable = { source: string; periods: readonly IbsCbsPeriod[] };

export const shippedIbsCbs: IbsCbsTable = ibsCbsSchema.parse(ibsCbs);

/** From so many days before the first day without rates it is told that they are missing. */
const noticeDays = 45;

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

/** The rates of a day (YYYY-MM-DD), as far as they are known; undefined where the table has none of that day. */
export function periodOn({ ibsCbs }: Pick<LawTables, 'ibsCbs'>, day: string): IbsCbsPeriod | undefined {
  return ibsCbs.periods.find(({ from, until }) => from <= day && day <= until);
}

/** The day from which on it is told that rates are missing. */
export function noticedSince({ from }: Expiry): string {
  return DateTime.fromISO(from, { zone: 'utc' }).minus({ days: noticeDays }).toFormat('yyyy-MM-dd');
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
