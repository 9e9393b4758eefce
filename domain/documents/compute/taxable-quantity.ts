import { decimal, type Decimal } from '../../money.ts';
import type { ItemInput } from '../payload.ts';
import type { TaxableUnit } from './taxable-unit.ts';

/** How much of the line its taxes by quantity count: the one place that knows (qTrib). */
export function taxableQuantity({ quantity, taxQuantity }: Pick<ItemInput, 'quantity' | 'taxQuantity'>): Decimal {
  return decimal(taxQuantity ?? quantity);
}

/** The line with its quantity in the unit that it is taxed in, as it was found. */
export function inTaxUnit(item: ItemInput, taxable: TaxableUnit | null): ItemInput {
  return taxable ? { ...item, taxUnit: taxable.unit, taxQuantity: taxable.quantity } : item;
}
