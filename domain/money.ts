import { Decimal } from 'decimal.js';

export type { Decimal } from 'decimal.js';

/** Enough digits to multiply a quantity of 15, a unit value of 21 and a rate of 7 digits without loss before the one rounding. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

export const zero: Decimal = new Exact(0);
const hundredth: Decimal = new Exact('0.01');

/** A decimal string as an exact number; null and undefined are zero. Never pass a float. */
export function decimal(text: string | null | undefined): Decimal {
  return text ? new Exact(text) : zero;
}

/** Rounded half up to `places` decimals (MOC 7.0: the authority recomputes with a tolerance of 0.01). */
export function rounded(value: Decimal, places: number): Decimal {
  return value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
}

/** Rounded half up to the cent. */
export function round2(value: Decimal): Decimal {
  return rounded(value, 2);
}

/** `rate` percent of a base, rounded half up to the cent. */
export function percentOf(base: Decimal, rate: Decimal): Decimal {
  return round2(portionOf(base, rate));
}

/** `rate` percent of a base, rounded half to even to the cent. */
export function percentOfToEven(base: Decimal, rate: Decimal): Decimal {
  return portionOf(base, rate).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN);
}

/** A base less `reduction` percent of it, to the cent. */
export function reducedBy(base: Decimal, reduction: Decimal): Decimal {
  return reduction.isZero() ? round2(base) : round2(base.minus(portionOf(base, reduction)));
}

/** A base plus `margin` percent of it, not rounded. */
export function raisedBy(base: Decimal, margin: Decimal): Decimal {
  return base.plus(portionOf(base, margin));
}

/** The value, or zero where it is negative. */
export function notBelowZero(value: Decimal): Decimal {
  return value.isNegative() ? zero : value;
}

export function sum(values: Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), zero);
}

/**
 * The sum of amounts less `taken`, all as text with two decimals; null counts as zero. Adding whole cents is many times faster than parsing decimals
 * from their text again.
 */
export function addedMoney(amounts: (string | null | undefined)[], taken?: string | null): string {
  return moneyOfCents(amounts.reduce((total, amount) => total + centsOf(amount), 0n) - centsOf(taken));
}

/** An amount of the layout in cents; null is zero. */
export function centsOf(amount: string | null | undefined): bigint {
  return amount ? BigInt(amount.replace('.', '')) : 0n;
}

/** Cents as money of the layout. */
export function moneyOfCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Money of the layout: two decimals, never an exponent. */
export function money(value: Decimal): string {
  return value.toFixed(2, Decimal.ROUND_HALF_UP);
}

/** The price of one unit: as many decimals as it has, but at least two. */
export function unitPrice(value: Decimal): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

/** A rate in percent of the layout: four decimals. */
export function percent(value: Decimal): string {
  return value.toFixed(4, Decimal.ROUND_HALF_UP);
}

/**
 * Divides an amount in proportion to weights, all with two decimals, without losing a cent: each share is rounded down, and the cents that are left
 * go to the largest remainders, earlier lines first. Where all weights are zero the shares are equal. No share exceeds its weight while the amount
 * does not exceed the sum of weights.
 */
export function share(amount: Decimal, weights: Decimal[]): Decimal[] {
  if (amount.isZero()) return weights.map(() => zero);
  const given = weights.map(wholeCentsOf);
  const parts = given.some((cents) => cents > 0n) ? given : given.map(() => 1n);
  const whole = parts.reduce((total, part) => total + part, 0n);
  const cents = wholeCentsOf(amount);
  const floors = parts.map((part) => (cents * part) / whole);
  const left = Number(cents - floors.reduce((total, floor) => total + floor, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (cents * part) % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return floors.map((floor, index) => decimal(String(floor + (lucky.has(index) ? 1n : 0n))).times('0.01'));
}

function wholeCentsOf(value: Decimal): bigint {
  return BigInt(value.times(100).toFixed(0));
}

function portionOf(base: Decimal, rate: Decimal): Decimal {
  return base.times(rate).times(hundredth);
}
