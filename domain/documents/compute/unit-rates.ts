import { decimalFault, quantityForm } from '../../decimal-form.ts';
import { type Decimal, decimal } from '../../money.ts';
import type { UnitRates } from '../../taxation/amounts.ts';
import type { ItemInput } from '../payload.ts';

/** What an item says of its taxes by unit, as far as it is a number. */
export function unitRatesOf({ ipiUnitRate, pisUnitRate, cofinsUnitRate }: ItemInput): UnitRates {
  const [ipi, pis, cofins] = [ipiUnitRate, pisUnitRate, cofinsUnitRate].map(said);
  return { ...(ipi ? { ipi } : {}), ...(pis ? { pis } : {}), ...(cofins ? { cofins } : {}) };
}

function said(text: string | null | undefined): Decimal | null {
  return text && decimalFault(text, quantityForm) === null ? decimal(text) : null;
}
