import table from './rates/ibs-cbs.json' with { type: 'json' };
import { decimal, type Decimal } from '../money.ts';

/** Rates in percent; `addsToTotal` says whether IBS and CBS are part of vItem and vNFTot (from 2027 on). */
export type IbsCbsRates = { state: Decimal; municipal: Decimal; cbs: Decimal; addsToTotal: boolean };

const periods = table.periods.map(({ state, municipal, cbs, ...others }) => ({
  ...others,
  state: decimal(state),
  municipal: decimal(municipal),
  cbs: decimal(cbs),
}));

/** The rates of IBS and CBS on a day (`2026-11-21`); null while the law has not set them. */
export function ibsCbsRates(date: string): IbsCbsRates | null {
  return periods.find(({ from, until }) => from <= date && date <= until) ?? null;
}
