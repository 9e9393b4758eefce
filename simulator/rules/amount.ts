import { Decimal } from 'decimal.js';
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';

const zero = new Decimal(0);
const cent = new Decimal('0.01');

/** The amount at the end of a path of names; zero if there is none. */
export function amount(element: Element | undefined, ...path: readonly string[]): Decimal {
  const text = textOf(element, ...path);
  return text === undefined || text === '' ? zero : new Decimal(text);
}

export function sum(amounts: Iterable<Decimal>): Decimal {
  let total = zero;
  for (const one of amounts) total = total.plus(one);
  return total;
}

/** Rounded half-up to two places. */
export function cents(value: Decimal): Decimal {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/** Whether two amounts are equal within one cent, which the authority tolerates in products and percentages. */
export function near(a: Decimal, b: Decimal): boolean {
  return a.minus(b).abs().lte(cent);
}
