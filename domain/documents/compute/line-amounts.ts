import { decimal, type Decimal, round2, sum } from '../../money.ts';
import type { LineAmounts } from '../../taxation/line-amounts.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { share } from './share.ts';

/**
 * The values of each line, with the document's discount shared over what the lines are worth and, where no line has freight of its own,
 * the transport's freight likewise. The payload's numbers were checked.
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
