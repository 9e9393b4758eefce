import { decimal, type Decimal, round2, sum, zero } from '../../money.ts';
import type { ServiceItemInput, ServicePayload } from '../payload.ts';
import type { Deductions } from '../service-sale.ts';
import { percentOf } from '../../money.ts';
import { saidByItems } from './extras.ts';
import { share } from './line-amounts.ts';

/** One line of a service, two places each. */
export type ServiceLine = { total: Decimal; discount: Decimal };

/**
 * The lines of a service. A discount that only the document as a whole says is shared by their values. The payload's numbers were checked.
 */
export function serviceLinesOf({ items, discount }: ServicePayload): ServiceLine[] {
  const totals = items.map(totalOf);
  const isOfItems = !saidByItems(items, { name: 'discount' }).isZero();
  const discounts = isOfItems ? items.map((item) => decimal(item.discount)) : share(decimal(discount), totals);
  return totals.map((total, index) => ({ total, discount: discounts[index] ?? zero }));
}

/** vServ: what all items are worth. */
export function serviceValue(items: Pick<ServiceItemInput, 'quantity' | 'unitValue'>[]): Decimal {
  return sum(items.map(totalOf));
}

/** vDR or vCalcDR: what lessens the base of ISSQN; a rate is of the service less its unconditional discount (Anexo I, E0436). */
export function deductedFrom(charged: Decimal, deductions: Deductions | null | undefined): Decimal {
  if (!deductions) return zero;
  if (deductions.rate) return percentOf(charged, decimal(deductions.rate));
  if (deductions.documents) return sum(deductions.documents.map(({ value }) => decimal(value)));
  return decimal(deductions.value);
}

function totalOf({ quantity, unitValue }: Pick<ServiceItemInput, 'quantity' | 'unitValue'>): Decimal {
  return round2(decimal(quantity).times(decimal(unitValue)));
}
