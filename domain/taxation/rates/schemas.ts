import { z } from 'zod';
import { decimal } from '../../money.ts';
import icmsInternal from './icms-internal.json' with { type: 'json' };

export const daySchema = z.iso.date('deve ser um dia AAAA-MM-DD');
export const rateSchema = z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'deve ser uma porcentagem como "18" ou "19.5"');
export const exactRateSchema = rateSchema.transform(decimal);

/** All states. */
export const states = Object.keys(icmsInternal.states);
export const stateSchema = z.enum(states, 'deve ser a sigla de uma UF');

/** Where a table is from, in one sentence. */
export const sourceSchema = z.string().min(1, 'é obrigatório: de onde é a tabela');

const confidences = ['HIGH', 'MEDIUM', 'LOW'] as const;
/** How sure a rate is: read in the law or the official table; told by others who quote it; without a source. */
export type Confidence = (typeof confidences)[number];

/** What each period tells besides its rates: its first day, its law, and how sure that is. */
export const lawful = {
  from: daySchema,
  law: z.string().min(1, 'é obrigatório: a lei, como "Lei 9.776/2025"'),
  confidence: z.enum(confidences).default('HIGH'),
};

/** Periods in the order of their first days; each holds until the next begins, or until its own last day if it has one. */
export const inOrder = <Period extends z.ZodType<{ from: string }>>(period: Period) =>
  z
    .array(period)
    .min(1)
    .refine(
      (periods) => periods.every(({ from }, index) => index === 0 || (periods[index - 1]?.from ?? '') < from),
      'os períodos devem vir em ordem de "from", sem repetir',
    );

/** A table by state; an operator's table has only the states that it replaces. */
export const byState = <Period extends z.ZodType<{ from: string }>>(period: Period) =>
  z
    .strictObject({ source: sourceSchema, states: z.partialRecord(stateSchema, inOrder(period)) })
    .transform(({ source, states }) => ({
      source,
      states: new Map(Object.entries(states).flatMap(([uf, periods]) => (periods ? [[uf, periods] as const] : []))),
    }));

/** The last period that begins on the day or before it. */
export function periodInForce<Period extends { from: string }>(
  periods: readonly Period[] | undefined,
  date: string,
): Period | undefined {
  return periods?.findLast(({ from }) => from <= date);
}
