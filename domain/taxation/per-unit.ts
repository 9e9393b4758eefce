import { type Decimal, money, percent, round2 } from '../money.ts';
import type { PerUnit } from './amounts.ts';

/** The taxable units of a line, and the tax per unit in reais. */
export type ChargedUnits = { rate: Decimal; quantity: Decimal };

/** The units of a line that declares a tax per unit; null where it declares none. */
export function unitsCharged(rate: Decimal | undefined, units: { quantity: Decimal } | undefined): ChargedUnits | null {
  if (!rate) return null;
  if (!units) throw new TypeError('A tax by unit needs the taxable quantity');
  return { rate, quantity: units.quantity };
}

/** The tax on all units together, and how it is printed (qUnid and vUnid, qBCProd and vAliqProd). */
export function chargedByUnit({ rate, quantity }: ChargedUnits): {
  printed: PerUnit & { value: string };
  value: Decimal;
} {
  const value = round2(quantity.times(rate));
  return { printed: { unitRate: percent(rate), quantity: quantity.toFixed(4), value: money(value) }, value };
}
