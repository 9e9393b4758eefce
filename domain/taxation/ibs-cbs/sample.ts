import { decimal, money } from '../../money.ts';
import type { TaxTrace } from '../fields.ts';
import type { LawTables } from '../law-tables.ts';
import type { Operation } from '../operation.ts';
import { priceWithNewTaxes } from '../price.ts';
import { ibsCbsOf, ibsCbsRates } from './ibs-cbs.ts';

/** IBS and CBS on a day of a fully taxed sale of 100.00 without ICMS, by the tables of rates. Amounts have two decimals. */
export type SampleSale = {
  base: string;
  ibs: string;
  cbs: string;
  /** vNFTot if 100.00 is what the customer pays, or if it is the price without both taxes. */
  total: string;
  totalOfNet: string;
};

const price = decimal('100');
const fullyTaxed: TaxTrace = {
  ibsCbsSituation: { value: '000', source: 'TABLE' },
  ibsCbsClassification: { value: '000001', source: 'TABLE' },
};

/** The sample sale as a note of that day would have it; null where such a note is refused because a rate is missing. */
export function sampleSale(rates: LawTables, date: string): SampleSale | null {
  const operation: Operation = { ...inState, date, rates };
  if (!ibsCbsRates(operation)) return null;
  const taxesAt = (worth: typeof price) => {
    const {
      ibsValue = '0.00',
      cbsValue = '0.00',
      base = '0.00',
    } = ibsCbsOf(fullyTaxed, { worth, isImported: false, itemTotal: worth }, operation)?.amounts ?? {};
    return { base, ibsValue, cbsValue };
  };
  const { base, ibsValue: ibs, cbsValue: cbs } = taxesAt(price);
  const ofNet = priceWithNewTaxes(price, (whole) => {
    const { ibsValue, cbsValue } = taxesAt(whole);
    return decimal(ibsValue).plus(decimal(cbsValue));
  });
  return { base, ibs, cbs, total: money(price), totalOfNet: money(ofNet) };
}

const inState = {
  model: '55',
  regime: 'NORMAL',
  direction: 'OUT',
  purpose: 'NORMAL',
  destination: '1',
  issuerState: 'SP',
  originState: 'SP',
  destinationState: 'SP',
  finalConsumer: true,
  taxpayerType: 'NAO_CONTRIBUINTE',
  pisCofinsExcludesIcms: true,
} as const satisfies Partial<Operation>;
