import { decimal, type Decimal, round2, sum, zero } from '../../money.ts';
import type { LineAmounts } from '../../taxation/line.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';

/**
 * The values of each line. The document's discount is shared by the lines' values, and so is the transport's freight where no line has
 * freight of its own. The payload's numbers are already checked.
 */
export function linesOf({ items, discount, transport }: GoodsPayload): LineAmounts[] {
  const own = items.map(ownAmounts);
  const worth = own.map(({ total, discount }) => total.minus(discount));
  const discounts = share(decimal(discount), worth);
  const hasOwnFreight = own.some(({ freight }) => !freight.isZero());
  const freights = hasOwnFreight ? null : share(decimal(transport?.freightValue), worth);
  return own.map((line, index) => ({
    ...line,
    discount: plus(line.discount, discounts[index]),
    freight: plus(line.freight, freights?.[index]),
  }));
}

function ownAmounts({ quantity, unitValue, freight, insurance, discount, otherCosts }: ItemInput): LineAmounts {
  return {
    total: round2(decimal(quantity).times(decimal(unitValue))),
    freight: decimal(freight),
    insurance: decimal(insurance),
    discount: decimal(discount),
    otherCosts: decimal(otherCosts),
  };
}

function plus(value: Decimal, more: Decimal | undefined): Decimal {
  return more ? sum([value, more]) : value;
}

/**
 * Divides an amount over weights, all of two places, without losing a cent: each share is rounded down, and the cents left go to the
 * largest remainders, earlier lines first. Weights that are all zero get equal shares. A share never exceeds its weight while the amount
 * does not exceed their sum.
 */
export function share(amount: Decimal, weights: Decimal[]): Decimal[] {
  if (amount.isZero()) return weights.map(() => zero);
  const given = weights.map(centsOf);
  const parts = given.some((cents) => cents > 0n) ? given : given.map(() => 1n);
  const whole = parts.reduce((total, part) => total + part, 0n);
  const cents = centsOf(amount);
  const floors = parts.map((part) => (cents * part) / whole);
  const left = Number(cents - floors.reduce((total, floor) => total + floor, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (cents * part) % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return floors.map((floor, index) => decimal(String(floor + (lucky.has(index) ? 1n : 0n))).times('0.01'));
}

function centsOf(value: Decimal): bigint {
  return BigInt(value.times(100).toFixed(0));
}
