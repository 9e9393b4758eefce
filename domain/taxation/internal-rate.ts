import table from './rates/icms-internal.json' with { type: 'json' };

/** A state's modal ICMS rate in percent on a day (`2026-11-21`), from the dated table; null for a day or state it does not know. */
export function internalRate(state: string, date: string): string | null {
  const period = table.periods.findLast(({ from }) => from <= date);
  return new Map(Object.entries(period?.rates ?? {})).get(state) ?? null;
}
