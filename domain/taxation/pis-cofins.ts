import { type Decimal, money, notBelowZero, percent, percentOf, zero } from '../money.ts';
import type { ContributionAmounts } from './amounts.ts';
import { numberOf, type TaxFault, type TaxFieldName, type TaxTrace, tracedText } from './fields.ts';
import { chargedByUnit, type ChargedUnits } from './per-unit.ts';

/** PIS or COFINS: both have the same situations and the same rules, each in fields of its own. */
export type Contribution = { ofName: string; situation: TaxFieldName; rate: TaxFieldName; unitRate: string };
export const pis: Contribution = {
  ofName: 'do PIS',
  situation: 'pisSituation',
  rate: 'pisRate',
  unitRate: 'pisUnitRate',
};
export const cofins: Contribution = {
  ofName: 'da COFINS',
  situation: 'cofinsSituation',
  rate: 'cofinsRate',
  unitRate: 'cofinsUnitRate',
};

const byRate = new Set(['01', '02']);
const byUnit = '03';
const notCharged = new Set(['04', '05', '06', '07', '08', '09']);
const others = /^(49|5[0-6]|6[0-7]|7[0-5]|98|99)$/;

/** Whether the situation uses a rate. */
export function isContributionCharged(situation: string): boolean {
  return byRate.has(situation) || others.test(situation);
}

/** Why the resolved contribution of a line cannot be computed. */
export function checkContribution(trace: TaxTrace, of: Contribution, perUnit?: Decimal): TaxFault[] {
  const { ofName, situation, rate, unitRate } = of;
  const code = tracedText(trace, situation);
  if (!code) {
    const message = `Falta o CST ${ofName}: informe ${situation} no item ou na tributação padrão da empresa.`;
    return [{ field: situation, message }];
  }
  if (code === byUnit) {
    if (perUnit) return [];
    const message = `O CST 03 ${ofName} cobra por quantidade: informe no item ${unitRate}, em reais por unidade.`;
    return [{ field: situation, message }];
  }
  if (perUnit && !others.test(code)) {
    const message = `Só o CST 03 e os de outras operações cobram por quantidade: não envie ${unitRate} com o CST ${code} ${ofName}.`;
    return [{ field: situation, message }];
  }
  if (!notCharged.has(code) && !isContributionCharged(code)) {
    return [{ field: situation, message: `${code} não é um CST ${ofName}: use, por exemplo, 01, 06, 49 ou 99.` }];
  }
  if (byRate.has(code) && !trace[rate]) {
    return [{ field: rate, message: `O CST ${code} ${ofName} é tributado: informe a alíquota em porcento.` }];
  }
  return [];
}

/** The base of both contributions: the operation's value, less the ICMS where the company applies STF Tema 69; never below zero. */
export function contributionBase(operationValue: Decimal, icms: Decimal, excludesIcms: boolean): Decimal {
  return excludesIcms ? notBelowZero(operationValue.minus(icms)) : operationValue;
}

/** PIS or COFINS of a line as it is printed; null where the note has none. */
type ContributionOfLine = { printed: ContributionAmounts | null; value: Decimal };

/** The result for a line without the group. */
export const noContribution: ContributionOfLine = { printed: null, value: zero };

/** PIS or COFINS of one line (groups Q and S): by rate, by taxable unit, not charged, or "other", which prints zeros if it has no rate. */
export function contributionOf(
  trace: TaxTrace,
  { situation, rate }: Contribution,
  base: Decimal,
  perUnit: ChargedUnits | null = null,
): ContributionOfLine {
  const code = tracedText(trace, situation);
  if (perUnit) {
    const { printed, value } = chargedByUnit(perUnit);
    return { printed: { situation: code, base: null, rate: null, ...printed }, value };
  }
  if (!isContributionCharged(code)) {
    return { printed: { situation: code, base: null, rate: null, value: null }, value: zero };
  }
  const percentage = numberOf(trace, rate);
  const charged = trace[rate] ? base : zero;
  const value = percentOf(charged, percentage);
  return {
    printed: { situation: code, base: money(charged), rate: percent(percentage), value: money(value) },
    value,
  };
}
