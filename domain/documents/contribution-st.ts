import { decimalFault, moneyForm, quantityForm, rateForm } from '../decimal-form.ts';
import { type Decimal, decimal } from '../money.ts';
import type { DeclaredContributionSt, DeclaredContributionsSt } from '../taxation/amounts.ts';

/**
 * PIS or COFINS by substitution of a line, as the caller gives it: a rate in percent (four decimals), or reais for one taxable unit (four decimals).
 */
export type ContributionStInput = {
  /** Base in reais, two decimals; where absent, the price with IPI. */
  base?: string | null;
  rate?: string | null;
  unitRate?: string | null;
  /** Whether it is added to what the buyer pays (indSomaPISST, indSomaCOFINSST). */
  addsToTotal: boolean;
};

/** Both contributions of a line. */
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
