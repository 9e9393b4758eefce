import { DateTime } from 'luxon';
import { z } from 'zod';
import { daySchema, exactRateSchema, inOrder, sourceSchema } from './schemas.ts';
import ibsCbs from './ibs-cbs.json' with { type: 'json' };

const period = z
  .strictObject({
    from: daySchema,
    until: daySchema,
    state: exactRateSchema,
    municipal: exactRateSchema,
    /** Null while the rate is not published. */
    cbs: exactRateSchema.nullable(),
    /** In files that earlier versions wrote; ignored, because nothing is added to a price (NT 2026.008). */
    addsToTotal: z.boolean().optional(),
  })
  .refine(({ from, until }) => from <= until, 'o período termina antes de começar')
  .transform(({ from, until, state, municipal, cbs }) => ({ from, until, state, municipal, cbs }));

export const ibsCbsSchema = z.strictObject({
  source: sourceSchema,
  status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
  periods: inOrder(period).refine(
    (periods) => periods.every(({ from }, index) => index === 0 || (periods[index - 1]?.until ?? '') < from),
    'um período começa antes de terminar o anterior',
  ),
});

/** The rates of IBS and CBS in percent from one day to another; that of the CBS is null while it is not known. */
export type IbsCbsPeriod = z.output<typeof period>;
export type IbsCbsTable = { source: string; periods: readonly IbsCbsPeriod[] };

export const shippedIbsCbs: IbsCbsTable = ibsCbsSchema.parse(ibsCbs);

/** How many days before the first day without rates people are told. */
const noticeDays = 45;

/** The first day on which rates of IBS and CBS are missing, in how many days that is, and which rates are missing then. */
export type Expiry = { from: string; days: number; misses: 'CBS' | 'IBS_CBS' };

/** When rates of IBS and CBS will be missing, seen from a day: at the latest after the last period of the table. */
export function expiryOf({ ibsCbs }: { ibsCbs: IbsCbsTable }, today: string): Expiry {
  let from = today;
  for (;;) {
    const period = ibsCbs.periods.find((each) => each.from <= from && from <= each.until);
    if (!period?.cbs) return { from, days: daysBetween(today, from), misses: period ? 'CBS' : 'IBS_CBS' };
    from = dayAfter(period.until);
  }
}

/** The rates on a day (YYYY-MM-DD), as far as they are known; undefined where the table has no period for the day. */
export function periodOn({ ibsCbs }: { ibsCbs: IbsCbsTable }, day: string): IbsCbsPeriod | undefined {
  return ibsCbs.periods.find(({ from, until }) => from <= day && day <= until);
}

/** The day from which on people are told that rates will be missing. */
export function noticedSince({ from }: Expiry): string {
  return DateTime.fromISO(from, { zone: 'utc' }).minus({ days: noticeDays }).toFormat('yyyy-MM-dd');
}

/** A sentence in Portuguese about rates that are missing, now or soon; null while there is time. */
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
