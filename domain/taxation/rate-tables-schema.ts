import { z } from 'zod';
import { decimal } from '../money.ts';
import internalIcms from './rates/icms-internal.json' with { type: 'json' };

const day = z.iso.date('deve ser um dia AAAA-MM-DD');
const rate = z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'deve ser uma porcentagem como "18" ou "19.5"');
const exactRate = rate.transform(decimal);
const states = Object.keys(internalIcms.periods[0]?.rates ?? {});
const state = z.enum(states);

/** The periods of a table with what was read and why; each holds until the next begins. */
const dated = <Period extends z.ZodType<{ from: string }>>(period: Period) =>
  z.strictObject({
    source: z.string().min(1),
    status: z.enum(['CONFIRMED', 'UNCONFIRMED']).default('CONFIRMED'),
    periods: z.array(period).min(1).refine(isInOrder, 'os períodos devem vir em ordem de "from", sem repetir'),
  });

const byState = z.record(state, rate).transform((rates) => new Map<string, string>(Object.entries(rates)));

const internalPeriod = z.strictObject({ from: day, rates: byState });
const difalPeriod = z.strictObject({ from: day, insideBase: z.array(state) });
const ibsCbsPeriod = z
  .strictObject({
    from: day,
    until: day,
    state: exactRate,
    municipal: exactRate,
    cbs: exactRate,
    addsToTotal: z.boolean(),
  })
  .refine(({ from, until }) => from <= until, 'o período termina antes de começar');

/** The tables of rates as an operator or this product writes them in JSON. */
export const rateTablesSchema = z.strictObject({
  icmsInternal: dated(internalPeriod),
  difal: dated(difalPeriod),
  ibsCbs: dated(ibsCbsPeriod),
});

function isInOrder(periods: { from: string }[]): boolean {
  return periods.every(({ from }, index) => index === 0 || (periods[index - 1]?.from ?? '') < from);
}
