import { type TaxFieldName, taxFieldNames, type TaxTrace } from '../fields.ts';
import { isIpiCharged } from './ipi.ts';
import type { Operation } from '../operation.ts';
import type { TaxFault } from '../tax-fault.ts';
import { textOf } from '../trace-value.ts';

const ipiFields: ReadonlySet<TaxFieldName> = new Set(taxFieldNames.filter((name) => name.startsWith('ipi')));

/** An NFC-e has no group for IPI (rule 742): what the line says of it is left out where it charges nothing. */
export function withoutIdleIpi(trace: TaxTrace, { model }: Operation): TaxTrace {
  if (model === '55' || chargesIpi(trace)) return trace;
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) if (trace[name] && !ipiFields.has(name)) kept[name] = trace[name];
  return kept;
}

/** Whoever has to charge IPI issues an NF-e. */
export function checkConsumerIpi(trace: TaxTrace, { model }: Operation): TaxFault[] {
  if (model === '55' || !chargesIpi(trace)) return [];
  const message = 'A NFC-e não tem IPI: venda este item com uma NF-e, ou retire o IPI dele.';
  return [{ field: 'ipiSituation', message }];
}

/** Its form is judged elsewhere: whatever is not zero counts as a rate. */
function chargesIpi(trace: TaxTrace): boolean {
  return isIpiCharged(textOf(trace, 'ipiSituation')) && !/^[0.]*$/.test(textOf(trace, 'ipiRate'));
}
