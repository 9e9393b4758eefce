import { z } from 'zod';
import saoPaulo from '../../tables/c-benef/SP.json' with { type: 'json' };
import shipped from './rates/benefits.json' with { type: 'json' };

const day = z.iso.date('deve ser um dia AAAA-MM-DD');
const code = z.string().regex(/^([A-Z]{2}[0-9A-Z]{6}([0-9A-Z]{2})?|SEM CBENEF)$/, 'deve ser um código como "SP010010"');
const situations = z.array(z.string().regex(/^\d{2}$/, 'deve ser um CST de 2 dígitos')).min(1);

/** A benefit code as its state publishes it: the CSTs that it goes with, and its first and last day if it has any. */
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
  /** Whether a resale of goods whose substitution was collected before must tell what was retained (rule 938). */
  retainedSt: z.enum(['REQUIRED', 'OPTIONAL']).optional(),
  codes: z
    .record(code, benefit)
    .transform((codes) => new Map(Object.entries(codes)))
    .optional(),
});

/** The tax benefits of states in JSON, by the states' two letters, as this product or an operator writes them. */
export const benefitTablesSchema = z
  .record(z.string().regex(/^[A-Z]{2}$/, 'deve ser a sigla de um estado'), stateBenefits)
  .transform((states) => new Map(Object.entries(states)));

/** The known tax benefits of each state. Without `codes` only the form of a code can be checked. */
export type BenefitTables = z.infer<typeof benefitTablesSchema>;
export type StateBenefits = z.infer<typeof stateBenefits>;

/** The tables that this version ships: the list of São Paulo, how Rio de Janeiro computes the exempted value, and which states apply rule 938. */
export const shippedBenefits: BenefitTables = benefitTablesSchema.parse({
  ...shipped,
  SP: { ...shipped.SP, codes: saoPaulo.codes, source: `${saoPaulo.source}. ${shipped.SP.source}` },
});

/** The shipped tables, in which each part of a state that an operator gives replaces the shipped one. */
export function mergedBenefits(given: BenefitTables): BenefitTables {
  const merged = new Map(shippedBenefits);
  for (const [state, benefits] of given) merged.set(state, { ...shippedBenefits.get(state), ...benefits });
  return merged;
}
