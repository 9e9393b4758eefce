import table from './rates/icms-internal.json' with { type: 'json' };

const periods = table.periods.map(({ from, rates }) => ({ from, rates: new Map(Object.entries(rates)) }));

/** A state's modal ICMS rate in percent on a day (`2026-11-21`), from the dated table; null for a day or state it does not know. */
export function internalRate(state: string, date: string): string | null {
  return periods.findLast(({ from }) => from <= date)?.rates.get(state) ?? null;
}
