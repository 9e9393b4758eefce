import type { Decimal } from '../money.ts';
import { holds, type Operation } from './operation.ts';

export const priceContents = ['ALL_TAXES', 'NET_OF_NEW_TAXES'] as const;
/**
 * What a unit value contains from 2027 on: IBS, CBS and the selective tax, like the price that the customer pays, or none of the three. Before 2027
 * they are outside of every price.
 */
export type PriceContent = (typeof priceContents)[number];

/**
 * What the unit values of a company contain, each from a first day on (YYYY-MM-DD). Before the earliest of these days it is the price that the
 * customer pays.
 */
export type PriceContentByDay = Readonly<Record<string, PriceContent>>;

type PriceContents = { item: PriceContent | null | undefined; company: PriceContentByDay | undefined };

/**
 * Who sets that a line's unit value is without IBS, CBS and selective tax, which are then added to its price; null where the unit value is the price.
 */
export function netPriceBy({ item, company = {} }: PriceContents, operation: Operation): 'ITEM' | 'COMPANY' | null {
  if (!holds('NEW_TAXES_INSIDE_PRICE', operation)) return null;
  if (item) return item === 'NET_OF_NEW_TAXES' ? 'ITEM' : null;
  const first = Object.keys(company)
    .filter((day) => day <= operation.date)
    .sort()
    .at(-1);
  return first !== undefined && company[first] === 'NET_OF_NEW_TAXES' ? 'COMPANY' : null;
}

/** Whether the unit value of a line may be without the new taxes on some day. */
export function mayBeNet({ item, company = {} }: PriceContents): boolean {
  return item ? item === 'NET_OF_NEW_TAXES' : Object.values(company).includes('NET_OF_NEW_TAXES');
}

/** Rates of the law settle within ten rounds; only a tax of 100 % of the price would need more than this. */
const mostRounds = 100;

/**
 * vProd of goods whose value without IBS, CBS and selective tax is `net`. The taxes depend on the price, which contains the ICMS, so that they are
 * found in rounds: each adds the taxes of the last price. A higher price never has lower taxes, so the rounds rise to the one price that is net value
 * and taxes.
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
