import type { Operation } from '../operation.ts';
import { shippedRates } from '../rate-tables.ts';

/** A state's modal ICMS rate in percent on the operation's day, from the dated table; null for a day or state it does not know. */
export function internalRate(
  state: string,
  { date, rates = shippedRates }: Pick<Operation, 'date' | 'rates'>,
): string | null {
  return rates.icmsInternal.periods.findLast(({ from }) => from <= date)?.rates.get(state) ?? null;
}
