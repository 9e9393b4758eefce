import { decimalFault, moneyForm, quantityForm, rateForm } from '../decimal-form.ts';
import { type Decimal, decimal } from '../money.ts';
import type { DeclaredContributionSt, DeclaredContributionsSt } from '../taxation/amounts.ts';

/** PIS or COFINS by substitution of a line, as it is asked for: a rate in percent (four decimals), or reais for one taxable unit (four). */
export type ContributionStInput = {
  /** In place of the price with IPI; two decimals. */
  base?: string | null;
  rate?: string | null;
  unitRate?: string | null;
  /** Whether the buyer is charged it beside the price (indSomaPISST, indSomaCOFINSST). */
  addsToTotal: boolean;
};

/** The two of a line. */
export type ContributionsStOfItem = { pisSt?: ContributionStInput | null; cofinsSt?: ContributionStInput | null };

/** PIS and COFINS by substitution that a line declares, as numbers. */
export function declaredContributionsSt({ pisSt, cofinsSt }: ContributionsStOfItem): DeclaredContributionsSt {
  return { ...(pisSt ? { pis: said(pisSt) } : {}), ...(cofinsSt ? { cofins: said(cofinsSt) } : {}) };
}

function said({ base, rate, unitRate, addsToTotal }: ContributionStInput): DeclaredContributionSt {
  const number = (text: string | null | undefined, form: typeof moneyForm): Decimal | null =>
    text && decimalFault(text, form) === null ? decimal(text) : null;
  return {
    base: number(base, moneyForm),
    rate: number(rate, rateForm),
    unitRate: number(unitRate, quantityForm),
    addsToTotal,
  };
}
