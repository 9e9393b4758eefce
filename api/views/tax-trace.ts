import { decimal, percent } from '../../domain/money.ts';
import { rateFieldNames } from '../../domain/taxation/field-names.ts';
import type { TaxTrace } from '../../domain/taxation/fields.ts';
import type { Schema } from '../operations.ts';

/** Why a line's taxes are what they are; percentages with four decimals, however their level wrote them. */
export function taxTraceView(trace: TaxTrace): Schema<'TaxTrace'> {
  const view: Schema<'TaxTrace'> = { ...trace };
  for (const name of rateFieldNames) {
    const resolved = trace[name];
    if (resolved) view[name] = { ...resolved, value: percent(decimal(resolved.value)) };
  }
  return view;
}
