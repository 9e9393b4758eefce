import { states } from '../../domain/taxation/rates/forms.ts';
import type { GivenRates } from './in-force.ts';

/** What a file of an operator has in place of the shipped tables; its form was checked. */
export function givenTables(given: unknown): GivenRates {
  const tables =
    typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map<string, unknown>();
  return {
    tables: new Set(tables.keys()),
    statesOf(name) {
      const table: unknown = tables.get(name);
      if (typeof table !== 'object' || table === null) return new Set();
      const { states: named }: { states?: unknown } = table;
      // The form of earlier versions has every state.
      return new Set(typeof named === 'object' && named !== null ? Object.keys(named) : states);
    },
  };
}
