import { type TaxFault, taxFieldNames, type TaxTrace } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { mayCarry, type OtherTax, otherTaxOf } from './kinds.ts';

/** The fields that item or template must fill for a note to have an optional tax (one is enough); PIS and COFINS go together. */
const saidBy = {
  icms: ['icmsSituation'],
  ipi: ['ipiSituation'],
  pis: ['pisSituation', 'cofinsSituation'],
  cofins: ['pisSituation', 'cofinsSituation'],
} as const satisfies Record<OtherTax, readonly (keyof TaxTrace)[]>;

/** Whether the line has the group of a tax beside IBS and CBS: on a note of credit or debit as its kind admits (rule 1001), else always. */
export function carries(tax: OtherTax, trace: TaxTrace, { adjustment, date }: Operation): boolean {
  if (!adjustment) return true;
  if (!mayCarry(adjustment, tax, date)) return false;
  return (
    adjustment.otherTaxes === 'AS_SOLD' || saidBy[tax].some((name) => trace[name] && trace[name].source !== 'TABLE')
  );
}

/** The trace without the taxes that the line does not carry. */
export function carriedOnly(trace: TaxTrace, operation: Operation): TaxTrace {
  if (!operation.adjustment) return trace;
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) {
    const tax = otherTaxOf(name);
    if (trace[name] && (tax === null || carries(tax, trace, operation))) kept[name] = trace[name];
  }
  return kept;
}

/** The layout has no place for IPI on a line without ICMS (leiauteNFe_v4.00, M01). */
export function checkCarried(trace: TaxTrace, operation: Operation): TaxFault[] {
  if (!trace.ipiSituation || carries('icms', trace, operation)) return [];
  const message = 'O IPI só vai em item que tem ICMS: informe icmsSituation, ou não envie ipiSituation.';
  return [{ field: 'icmsSituation', message }];
}
