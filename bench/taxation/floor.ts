import { Decimal } from 'decimal.js';
import type { NoteInput } from '../../domain/documents/compute/operation.ts';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
/** The rates of a line of this sale: ICMS, PIS, COFINS, IBS of state and city, CBS. */
const rates = ['18', '1.65', '7.6', '0.1', '0', '0.9'];
/** Number of amounts (bases and values) that a line prints with two places and adds to totals. */
const printedCount = 15;

/**
 * The lower bound of computing the taxes of these lines with this decimal library: it reads quantity and unit value once, multiplies and
 * rounds each product and percentage once, and prints and adds each amount once.
 */
export function computeFloor({ payload }: NoteInput): string[] {
  const percentages = rates.map((rate) => new Exact(rate).div(100));
  const printed: string[] = [];
  let total = new Exact(0);
  for (const { quantity, unitValue } of payload.items) {
    const value = new Exact(quantity).times(new Exact(unitValue)).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    const amounts = percentages.map((rate) => value.times(rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP));
    for (let place = 0; place < printedCount; place++) {
      const amount = amounts[place % amounts.length] ?? value;
      printed.push(amount.toFixed(2));
      total = total.plus(amount);
    }
  }
  return [...printed, total.toFixed(2)];
}

/** The lower bound of writing: elements that are already text are joined to the same bytes. */
export function writeFloor(elements: string[]): Uint8Array {
  return Buffer.from(elements.join(''), 'utf8');
}

/** The pieces of the XML that the lower bound joins: each is a tag with the text after it. */
export function elementsOf(xml: string): string[] {
  return xml.split(/(?=<)/);
}
