import { decimal, type Decimal } from '../../money.ts';
import type { ItemInput } from '../payload.ts';

/** How much of the line its taxes by quantity count: the one place that knows (qTrib). */
export function taxableQuantity({ quantity }: ItemInput): Decimal {
  return decimal(quantity);
}
