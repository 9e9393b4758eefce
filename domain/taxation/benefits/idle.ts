import { type TaxSource, type TaxTrace, textOf } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { benefitSituations, benefitsOf, codesFor, withoutBenefit } from './codes.ts';

/** Levels that do not know what is sold to whom: their code is meant for the sales that want one. */
const blindToSale: ReadonlySet<TaxSource> = new Set(['PRODUCT', 'TEMPLATE', 'COMPANY']);

/** Leaves out the benefit that such a level says for any sale, where the line's situation has none (rule N12-86). */
export function withoutIdleBenefit(trace: TaxTrace, operation: Operation): TaxTrace {
  const { benefitCode, ...others } = trace;
  return benefitCode && blindToSale.has(benefitCode.source) && !mayHave(benefitCode.value, trace, operation)
    ? others
    : trace;
}

function mayHave(code: string, trace: TaxTrace, operation: Operation): boolean {
  const situation = textOf(trace, 'icmsSituation');
  const codes = benefitsOf(operation)?.codes;
  if (codes) return codesFor(codes, situation, operation.date).length > 0;
  return code !== withoutBenefit || benefitSituations.has(situation);
}
