import type { NoteTotals } from '../../domain/documents/computed-note.ts';
import type { ServiceAmounts } from '../../domain/documents/computed-service.ts';
import type { Schema } from '../operations.ts';

type Totals = Schema<'TaxTotals'>;
/** Totals that only goods have. */
type GoodsTotals = Omit<
  Totals,
  | keyof ServiceTotals
  | 'reimbursed'
  | 'pis'
  | 'cofins'
  | 'rtcIbsTotal'
  | 'rtcCbsTotal'
  | 'icmsMono'
  | 'selectiveTax'
  | 'simples'
>;

/** Which totals of IBS and CBS are shown: the whole group, and the two sums. */
export type ReformTotals = { totals: boolean; sums: boolean };

/** The totals of a note of goods under the API's names. A note that is older than a field has none of it. */
export function goodsTotals(totals: NoteTotals, told: ReformTotals): Totals {
  const { products, freight, insurance, discount, otherCosts, note, icms, icmsBase, icmsExempted, fcp, ...rest } =
    totals;
  const { icmsDestination, icmsOrigin, fcpDestination, fcpSt, ipi, pis, cofins, ibsCbs, icmsMono, simples } = rest;
  return {
    ...{ products, freight, insurance, discount, otherCosts, note },
    ...{ icmsBase, icms, icmsExempted, fcp, icmsStBase: rest.stBase, icmsSt: rest.st, fcpSt },
    fcpStRetained: rest.fcpStRetained ?? '0.00',
    ...{ icmsDestination, icmsOrigin, fcpDestination, ipi, pis, cofins },
    returnedIpi: rest.returnedIpi ?? '0.00',
    importTax: rest.importTax ?? null,
    approximateTaxes: rest.approximateTaxes ?? null,
    ...(icmsMono ? { icmsMono } : {}),
    ...(rest.selectiveTax ? { selectiveTax: rest.selectiveTax } : {}),
    ...(simples ? { simples: { ibs: simples.ibs, cbs: simples.cbs } } : {}),
    ibsCbs: told.totals ? ibsCbs : null,
    rtcIbsTotal: (told.sums && ibsCbs?.ibs) || null,
    rtcCbsTotal: (told.sums && ibsCbs?.cbs) || null,
    ...noServiceTotals,
    ...issqnTotals(totals),
  };
}

/** The totals of a conjugated note's services; nothing on a note without services. */
function issqnTotals({ issqn }: NoteTotals): Partial<ServiceTotals> {
  if (!issqn) return {};
  const { services, base, value, deduction, unconditionalDiscount, conditionalDiscount, withheld } = issqn;
  return {
    ...{ services, unconditionalDiscount, conditionalDiscount, deductions: deduction },
    ...{ issBase: base, iss: value, issWithheld: withheld },
  };
}

/** The totals of a service, likewise. Of IBS and CBS, which only the authority computes, a service has the two sums alone. */
export function totalsOfService(amounts: ServiceAmounts, told: Pick<ReformTotals, 'sums'>): Totals {
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

/** Totals that only a service has. */
type ServiceTotals = Pick<
  Schema<'TaxTotals'>,
  | 'services'
  | 'unconditionalDiscount'
  | 'conditionalDiscount'
  | 'deductions'
  | 'benefit'
  | 'issBase'
  | 'issRate'
  | 'iss'
  | 'issWithheld'
  | 'pisCofinsBase'
  | 'pisWithheld'
  | 'cofinsWithheld'
  | 'inss'
  | 'irrf'
  | 'csll'
  | 'withheld'
  | 'netValue'
  | 'computedBy'
>;

/** The sums of a service under the API's names, except PIS, COFINS, IBS and CBS, which goods have, too. */
function serviceTotals(amounts: ServiceAmounts): ServiceTotals & Pick<Totals, 'reimbursed'> {
  const { unconditionalDiscount, conditionalDiscount, deductions, benefit, issBase, issRate, iss, issWithheld } =
    amounts;
  const { pisCofinsBase, pisWithheld, cofinsWithheld, inss, irrf, csll, withheld, computedBy } = amounts;
  return {
    services: amounts.service,
    ...{ unconditionalDiscount, conditionalDiscount, deductions, benefit, issBase, issRate, iss, issWithheld },
    ...{ pisCofinsBase, pisWithheld, cofinsWithheld, inss, irrf, csll, withheld },
    ...(amounts.reimbursed ? { reimbursed: amounts.reimbursed } : {}),
    netValue: amounts.net,
    computedBy,
  };
}

/** The totals of a service on a document without one, or before it is computed. */
const noServiceTotals: ServiceTotals = {
  services: null,
  unconditionalDiscount: null,
  conditionalDiscount: null,
  deductions: null,
  benefit: null,
  issBase: null,
  issRate: null,
  iss: null,
  issWithheld: null,
  pisCofinsBase: null,
  pisWithheld: null,
  cofinsWithheld: null,
  inss: null,
  irrf: null,
  csll: null,
  withheld: null,
  netValue: null,
  computedBy: null,
};

/** The totals of a document that is not computed yet. */
export const noTotals: Totals = {
  ...noGoodsTotals,
  ...{ pis: null, cofins: null, rtcIbsTotal: null, rtcCbsTotal: null },
  ...noServiceTotals,
};
