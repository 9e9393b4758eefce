import type { NoteTotals } from '../../domain/documents/computed-note.ts';
import type { ServiceAmounts } from '../../domain/documents/computed-service.ts';
import type { Schema } from '../operations.ts';
import { noServiceTotals, serviceTotals, type ServiceTotals } from './service-totals.ts';

type Totals = Schema<'TaxTotals'>;
/** What goods alone have among the totals. */
type GoodsTotals = Omit<Totals, keyof ServiceTotals | 'pis' | 'cofins' | 'rtcIbsTotal' | 'rtcCbsTotal' | 'icmsMono'>;

/** Which totals of IBS and CBS are told: all of them, or the sums of the items' amounts alone. */
export type ToldReform = { totals: boolean; sums: boolean };

/** The totals of a note of goods under the names of the API. Notes older than a field do not have it. */
export function goodsTotals(totals: NoteTotals, told: ToldReform): Totals {
  const { products, freight, insurance, discount, otherCosts, note, icms, icmsBase, icmsExempted, fcp, ...rest } =
    totals;
  const { icmsDestination, icmsOrigin, fcpDestination, fcpSt, ipi, pis, cofins, ibsCbs, icmsMono } = rest;
  return {
    ...{ products, freight, insurance, discount, otherCosts, note },
    ...{ icmsBase, icms, icmsExempted, fcp, icmsStBase: rest.stBase, icmsSt: rest.st, fcpSt },
    fcpStRetained: rest.fcpStRetained ?? '0.00',
    ...{ icmsDestination, icmsOrigin, fcpDestination, ipi, pis, cofins },
    returnedIpi: rest.returnedIpi ?? '0.00',
    importTax: rest.importTax ?? null,
    approximateTaxes: rest.approximateTaxes ?? null,
    ...(icmsMono ? { icmsMono } : {}),
    ibsCbs: told.totals ? ibsCbs : null,
    rtcIbsTotal: (told.sums && ibsCbs?.ibs) || null,
    rtcCbsTotal: (told.sums && ibsCbs?.cbs) || null,
    ...noServiceTotals,
  };
}

/** The totals of a service likewise; IBS and CBS, which only the authority computes, are of a part of it. */
export function totalsOfService(amounts: ServiceAmounts, told: Pick<ToldReform, 'sums'>): Totals {
  const { pis, cofins, ibsCbs } = amounts;
  return {
    ...noGoodsTotals,
    ...{ pis, cofins },
    rtcIbsTotal: (told.sums && ibsCbs?.ibsValue) || null,
    rtcCbsTotal: (told.sums && ibsCbs?.cbsValue) || null,
    ...serviceTotals(amounts),
  };
}

const noGoodsTotals: Record<keyof GoodsTotals, null> = {
  products: null,
  freight: null,
  insurance: null,
  discount: null,
  otherCosts: null,
  note: null,
  icmsBase: null,
  icms: null,
  icmsExempted: null,
  fcp: null,
  icmsStBase: null,
  icmsSt: null,
  fcpSt: null,
  fcpStRetained: null,
  icmsDestination: null,
  icmsOrigin: null,
  fcpDestination: null,
  ipi: null,
  returnedIpi: null,
  importTax: null,
  approximateTaxes: null,
  ibsCbs: null,
};

/** Of a document that is not computed yet. */
export const noTotals: Totals = {
  ...noGoodsTotals,
  ...{ pis: null, cofins: null, rtcIbsTotal: null, rtcCbsTotal: null },
  ...noServiceTotals,
};
