import { decimal, type Decimal, sum, zero } from '../money.ts';

/**
 * Divides an amount over weights without losing a cent: each share is rounded down, and the cents left go to the largest remainders,
 * earlier lines first. Weights that are all zero share alike. A share never exceeds its weight while the amount does not exceed their sum.
 */
export function share(amount: Decimal, weights: Decimal[]): Decimal[] {
  const whole = sum(weights);
  const parts = whole.isZero() ? weights.map(() => decimal('1')) : weights;
  const divisor = sum(parts);
  const cents = amount.times(100);
  const exact = parts.map((part) => cents.times(part).div(divisor));
  const floors = exact.map((value) => value.floor());
  const left = cents.minus(sum(floors)).toNumber();
  const order = exact
    .map((value, index) => ({ index, remainder: value.minus(floors[index] ?? zero) }))
    .sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
  const lucky = new Set(order.slice(0, left).map(({ index }) => index));
  return floors.map((floor, index) => floor.plus(lucky.has(index) ? 1 : 0).div(100));
}
