import { decimal, percent } from '../../domain/money.ts';
import { rateFieldNames, type TaxTrace } from '../../domain/taxation/fields.ts';
import { serviceRates, type ServiceTrace } from '../../domain/taxation/levels/service-fields.ts';
import type { Schema } from '../operations.ts';

const rates: ReadonlySet<string> = new Set([...rateFieldNames, ...serviceRates.map(({ field }) => field)]);

/** Why a line's taxes are what they are; percentages have four decimals, however the level that filled them wrote them. */
export function taxTraceView(trace: TaxTrace | ServiceTrace): Schema<'TaxTrace'> {
  const view: Schema<'TaxTrace'> = { ...trace };
  for (const [name, { value, source }] of Object.entries(view)) {
    if (rates.has(name)) view[name] = { value: percent(decimal(value)), source };
  }
  return view;
}
