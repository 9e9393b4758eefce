import table from './rates/ibs-cbs.json' with { type: 'json' };

/** Rates in percent; `addsToTotal` says whether IBS and CBS are part of vItem and vNFTot (from 2027 on). */
export type IbsCbsRates = { state: string; municipal: string; cbs: string; addsToTotal: boolean };

/** The rates of IBS and CBS on a day (`2026-11-21`); null while the law has not set them. */
export function ibsCbsRates(date: string): IbsCbsRates | null {
  return table.periods.find(({ from, until }) => from <= date && date <= until) ?? null;
}
