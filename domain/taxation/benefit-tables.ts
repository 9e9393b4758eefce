import { z } from 'zod';
import saoPaulo from '../../tables/c-benef/SP.json' with { type: 'json' };
import shipped from './rates/benefits.json' with { type: 'json' };

const day = z.iso.date('deve ser um dia AAAA-MM-DD');
const code = z.string().regex(/^([A-Z]{2}[0-9A-Z]{6}([0-9A-Z]{2})?|SEM CBENEF)$/, 'deve ser um código como "SP010010"');
const situations = z.array(z.string().regex(/^\d{2}$/, 'deve ser um CST de 2 dígitos')).min(1);

/** A code as a state publishes it: the CSTs that it may stand with and, where it has not always been or will not always be, its days. */
const benefit = z.union([
  situations.transform((csts) => ({ csts: new Set(csts), from: null, until: null })),
  z
    .strictObject({ csts: situations, from: day.nullish(), until: day.nullish() })
    .transform(({ csts, from = null, until = null }) => ({ csts: new Set(csts), from, until })),
]);

const stateBenefits = z.strictObject({
  source: z.string().min(1),
  /** `INSIDE`: the exempted ICMS counts as part of the price that would hold without the benefit. */
  exemptedValue: z.enum(['PLAIN', 'INSIDE']).optional(),
  /** Whether goods whose substitution was collected before are resold only with what was retained (rule 938). */
  retainedSt: z.enum(['REQUIRED', 'OPTIONAL']).optional(),
  codes: z
    .record(code, benefit)
    .transform((codes) => new Map(Object.entries(codes)))
    .optional(),
});

/** The tax benefits of states as an operator or this product writes them in JSON, by the states' two letters. */
export const benefitTablesSchema = z
  .record(z.string().regex(/^[A-Z]{2}$/, 'deve ser a sigla de um estado'), stateBenefits)
  .transform((states) => new Map(Object.entries(states)));

/** What is known of the tax benefits of each state; without `codes` the form of a code is all that can be checked. */
export type BenefitTables = z.infer<typeof benefitTablesSchema>;
export type StateBenefits = z.infer<typeof stateBenefits>;

/** The tables as this version ships them: the list of São Paulo, how Rio de Janeiro computes the exempted value, who applies rule 938. */
export const shippedBenefits: BenefitTables = benefitTablesSchema.parse({
  ...shipped,
  SP: { ...shipped.SP, codes: saoPaulo.codes, source: `${saoPaulo.source}. ${shipped.SP.source}` },
});

/** The shipped tables with those of an operator in their place, state by state and, within a state, part by part. */
export function mergedBenefits(given: BenefitTables): BenefitTables {
  const merged = new Map(shippedBenefits);
  for (const [state, benefits] of given) merged.set(state, { ...shippedBenefits.get(state), ...benefits });
  return merged;
}
