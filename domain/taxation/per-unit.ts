import { type Decimal, money, percent, round2 } from '../money.ts';
import type { PerUnit } from './amounts.ts';

/** Taxable units of a line, and what one of them is charged, in reais. */
export type ChargedUnits = { rate: Decimal; quantity: Decimal };

/** The units of a line that says a rate for one; null where it says none. */
export function unitsCharged(rate: Decimal | undefined, units: { quantity: Decimal } | undefined): ChargedUnits | null {
  if (!rate) return null;
  if (!units) throw new TypeError('A tax by unit needs the taxable quantity');
  return { rate, quantity: units.quantity };
}

/** What units are charged together, and how it is printed (qUnid and vUnid, qBCProd and vAliqProd). */
export function chargedByUnit({ rate, quantity }: ChargedUnits): {
  printed: PerUnit & { value: string };
  value: Decimal;
} {
  const value = round2(quantity.times(rate));
  return { printed: { unitRate: percent(rate), quantity: quantity.toFixed(4), value: money(value) }, value };
}
