import { type TaxFieldName, taxFieldNames, type TaxFields, type TaxSource, type TaxTrace } from '../fields.ts';

/** What one level of the resolution has to say. */
export type TaxLevel = { source: TaxSource; fields: TaxFields };

/** Field by field, the first of the levels that has the field filled wins (spec 1-core §2.5); null and empty text are not filled. */
export function resolveTaxes(levels: TaxLevel[]): TaxTrace {
  const trace: TaxTrace = {};
  for (const name of taxFieldNames) {
    const resolved = resolveField(levels, name);
    if (resolved) trace[name] = resolved;
  }
  return trace;
}

/** One field from the first level that fills it; undefined where none does. */
export function resolveField(levels: TaxLevel[], name: TaxFieldName): TaxTrace[TaxFieldName] {
  for (const { fields, source } of levels) {
    const value = fields[name];
    if (isFilled(value)) return { value, source };
  }
  return undefined;
}

/** The trace with the table's values for the fields that no level filled. */
export function withTable(trace: TaxTrace, fields: TaxFields): TaxTrace {
  const completed: TaxTrace = { ...trace };
  for (const name of taxFieldNames) {
    const value = fields[name];
    if (!completed[name] && isFilled(value)) completed[name] = { value, source: 'TABLE' };
  }
  return completed;
}

/** The trace without the fields that the chosen codes have no use for. */
export function keepOnly(trace: TaxTrace, names: Set<TaxFieldName>): TaxTrace {
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) {
    const resolved = trace[name];
    if (resolved && names.has(name)) kept[name] = resolved;
  }
  return kept;
}

/** Whether a level fills a field. */
export function isFilled(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value.trim() !== '';
}
