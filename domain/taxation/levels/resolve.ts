import { type Fields, type TaxFieldName, taxFieldNames, type TaxSource, type Trace } from '../fields.ts';

/** What one level of the resolution has to say. */
export type Level<Name extends string> = { source: TaxSource; fields: Fields<Name> };

export type TaxLevel = Level<TaxFieldName>;

/** The resolution of one vocabulary, whose fields it takes in the order of `names`. */
export function resolutionOf<Name extends string>(names: readonly Name[]) {
  return {
    /** Field by field, the first of the levels that has the field filled wins (spec 1-core §2.5); null and empty text are not filled. */
    resolve: (levels: Level<Name>[]): Trace<Name> => {
      const trace: Trace<Name> = {};
      for (const name of names) {
        const resolved = resolveField(levels, name);
        if (resolved) trace[name] = resolved;
      }
      return trace;
    },

    /** The trace with the table's values for the fields that no level filled. */
    withTable: (trace: Trace<Name>, fields: Fields<Name>): Trace<Name> => {
      const completed: Trace<Name> = { ...trace };
      for (const name of names) {
        const value = fields[name];
        if (!completed[name] && isFilled(value)) completed[name] = { value, source: 'TABLE' };
      }
      return completed;
    },

    /** The trace without the fields that the chosen codes have no use for. */
    keepOnly: (trace: Trace<Name>, kept: Set<Name>): Trace<Name> => {
      const left: Trace<Name> = {};
      for (const name of names) {
        const resolved = trace[name];
        if (resolved && kept.has(name)) left[name] = resolved;
      }
      return left;
    },
  };
}

export const { resolve: resolveTaxes, withTable, keepOnly } = resolutionOf(taxFieldNames);

/** One field from the first level that fills it; undefined where none does. */
export function resolveField<Name extends string>(levels: Level<Name>[], name: Name): Trace<Name>[Name] {
  for (const { fields, source } of levels) {
    const value = fields[name];
    if (isFilled(value)) return { value, source };
  }
  return undefined;
}

/** Whether a level fills a field. */
export function isFilled(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value.trim() !== '';
}
