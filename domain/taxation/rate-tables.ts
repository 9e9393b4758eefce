import { z } from 'zod';
import { decimal } from '../money.ts';
import { inPortuguese } from '../schema-messages.ts';
import { benefitTablesSchema, mergedBenefits, shippedBenefits } from './benefit-tables.ts';
import difal from './rates/difal.json' with { type: 'json' };
import ibsCbs from './rates/ibs-cbs.json' with { type: 'json' };
import icmsInternal from './rates/icms-internal.json' with { type: 'json' };
import internalIcms from './rates/icms-internal.json' with { type: 'json' };

const day = z.iso.date('deve ser um dia AAAA-MM-DD');
const rate = z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'deve ser uma porcentagem como "18" ou "19.5"');
const exactRate = rate.transform(decimal);
const states = Object.keys(internalIcms.periods[0]?.rates ?? {});
const state = z.enum(states);

/** The periods of a table, with its source and whether that is confirmed; each period holds until the next begins. */
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
const rateTablesSchema = z.strictObject({
  icmsInternal: dated(internalPeriod),
  difal: dated(difalPeriod),
  ibsCbs: dated(ibsCbsPeriod),
  benefits: benefitTablesSchema,
});

function isInOrder(periods: { from: string }[]): boolean {
  return periods.every(({ from }, index) => index === 0 || (periods[index - 1]?.from ?? '') < from);
}

/** What laws change, each from a day on: the states' modal ICMS, how the destination's share is based, IBS and CBS, the states' benefits. */
export type RateTables = z.infer<typeof rateTablesSchema>;

/** The tables as this version ships them. */
export const shippedRates: RateTables = {
  ...rateTablesSchema.omit({ benefits: true }).parse({ icmsInternal, difal, ibsCbs }),
  benefits: shippedBenefits,
};

/**
 * The shipped tables, replaced by those that an operator gives; a given table must be whole: every state, every period; of
 * the benefits each state stands for itself.
 *
 * @throws {Error} naming everything that is wrong with them
 */
export function rateTables(given: unknown): RateTables {
  const parsed = rateTablesSchema.partial().safeParse(given, { error: inPortuguese });
  if (!parsed.success) throw new Error(`tabelas de alíquotas inválidas: ${z.prettifyError(parsed.error)}`);
  const { icmsInternal, difal, ibsCbs, benefits } = parsed.data;
  return {
    icmsInternal: icmsInternal ?? shippedRates.icmsInternal,
    difal: difal ?? shippedRates.difal,
    ibsCbs: ibsCbs ?? shippedRates.ibsCbs,
    benefits: benefits ? mergedBenefits(benefits) : shippedRates.benefits,
  };
}
