import type { Operation } from '../operation.ts';
import { type RateTables, shippedRates } from '../rate-tables.ts';

/** Rates in percent; `addsToTotal` says whether IBS and CBS are part of vItem and vNFTot (from 2027 on). */
export type IbsCbsRates = RateTables['ibsCbs']['periods'][number];

/** The rates of IBS and CBS on the operation's day; null while the law has not set them. */
export function ibsCbsRates({ date, rates = shippedRates }: Pick<Operation, 'date' | 'rates'>): IbsCbsRates | null {
  return rates.ibsCbs.periods.find(({ from, until }) => from <= date && date <= until) ?? null;
}
