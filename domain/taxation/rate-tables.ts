import { z } from 'zod';
import { inPortuguese } from '../schema-messages.ts';
import { rateTablesSchema } from './rate-tables-schema.ts';
import difal from './rates/difal.json' with { type: 'json' };
import ibsCbs from './rates/ibs-cbs.json' with { type: 'json' };
import icmsInternal from './rates/icms-internal.json' with { type: 'json' };

/** Rates that laws change, each from a day on: the states' modal ICMS, how the destination's share is based, IBS and CBS. */
export type RateTables = z.infer<typeof rateTablesSchema>;

/** The tables as this version ships them. */
export const shippedRates: RateTables = rateTablesSchema.parse({ icmsInternal, difal, ibsCbs });

/**
 * The shipped tables with those an operator gives in their place, each whole: every state, every period.
 *
 * @throws {Error} naming everything that is wrong with them
 */
export function rateTables(given: unknown): RateTables {
  const parsed = rateTablesSchema.partial().safeParse(given, { error: inPortuguese });
  if (!parsed.success) throw new Error(`tabelas de alíquotas inválidas: ${z.prettifyError(parsed.error)}`);
  const { icmsInternal, difal, ibsCbs } = parsed.data;
  return {
    icmsInternal: icmsInternal ?? shippedRates.icmsInternal,
    difal: difal ?? shippedRates.difal,
    ibsCbs: ibsCbs ?? shippedRates.ibsCbs,
  };
}
