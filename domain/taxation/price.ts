import type { Decimal } from '../money.ts';
import { holds, type Operation } from './operation.ts';

export const priceContents = ['ALL_TAXES', 'NET_OF_NEW_TAXES'] as const;
/** What a unit value contains from 2027 on: IBS, CBS and the selective tax, as what the customer pays does, or none of them. Before, all are outside of every price. */
export type PriceContent = (typeof priceContents)[number];

/** What the unit values of a company contain, by the first day (YYYY-MM-DD) of each; before the first of them, what the customer pays. */
export type PriceContentByDay = Readonly<Record<string, PriceContent>>;

type SaidOfPrice = { item: PriceContent | null | undefined; company: PriceContentByDay | undefined };

/** Who says of a line that its unit value is without IBS, CBS and selective tax, which its price then gets; null where the unit value is the price. */
export function netPriceBy({ item, company = {} }: SaidOfPrice, operation: Operation): 'ITEM' | 'COMPANY' | null {
  if (!holds('NEW_TAXES_INSIDE_PRICE', operation)) return null;
  if (item) return item === 'NET_OF_NEW_TAXES' ? 'ITEM' : null;
  const first = Object.keys(company)
    .filter((day) => day <= operation.date)
    .sort()
    .at(-1);
  return first !== undefined && company[first] === 'NET_OF_NEW_TAXES' ? 'COMPANY' : null;
}

/** Whether the unit value of a line may be without the new taxes, on whatever day. */
export function mayBeNet({ item, company = {} }: SaidOfPrice): boolean {
  return item ? item === 'NET_OF_NEW_TAXES' : Object.values(company).includes('NET_OF_NEW_TAXES');
}

/** A rate of tax of 100 % of the price would need more; rates of the law settle within ten rounds. */
const mostRounds = 100;

/**
 * vProd of goods that are worth `net` without IBS, CBS and selective tax. The taxes of a price depend on the price by way of the ICMS inside it, so each
 * round adds those of the last price; a higher price never has less of them, so the rounds rise to the one price that is net value and taxes.
 */
export function priceWithNewTaxes(net: Decimal, newTaxesAt: (price: Decimal) => Decimal): Decimal {
  let price = net;
  for (let round = 0; round < mostRounds; round += 1) {
    const next = net.plus(newTaxesAt(price));
    if (next.eq(price)) return price;
    price = next;
  }
  return price;
}
