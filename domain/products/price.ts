import { decimal, money } from '../money.ts';

/** A price as it is answered: at least two decimals, and no zeros behind them. */
export function priceText(price: string): string {
  const exact = decimal(price);
  return exact.decimalPlaces() < 2 ? money(exact) : exact.toFixed();
}
