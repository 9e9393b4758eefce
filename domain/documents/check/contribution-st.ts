import { moneyForm, quantityForm, rateForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { carries } from '../../taxation/adjustments.ts';
import { hasContributions } from '../../taxation/ended-taxes.ts';
import type { TaxTrace } from '../../taxation/fields.ts';
import { counterWords, isForCounter, type Operation } from '../../taxation/operation.ts';
import type { ContributionStInput } from '../contribution-st.ts';
import type { ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

const contributions = [
  { name: 'pisSt', tax: 'pis', title: 'PIS', ofName: 'do PIS', rejection: '746' },
  { name: 'cofinsSt', tax: 'cofins', title: 'COFINS', ofName: 'da COFINS', rejection: '749' },
] as const;

/** Faults of form of PIS and COFINS by substitution (PISST, COFINSST), which a line collects on behalf of those who sell the goods on. */
export function checkContributionsStForms(item: ItemInput, path: string): Fault[] {
  return contributions.flatMap(({ name, title }) => {
    const said = item[name];
    return said ? checkForms(said, title, `${path}.${name}`) : [];
  });
}

function checkForms({ base, rate, unitRate }: ContributionStInput, title: string, path: string): Fault[] {
  const faults = [
    ...checkDecimal(base, moneyForm, `${path}.base`),
    ...checkDecimal(rate, rateForm, `${path}.rate`),
    ...checkDecimal(unitRate, quantityForm, `${path}.unitRate`),
  ];
  if (faults.length > 0) return faults;
  if (!rate && !unitRate) {
    return [
      refusal(`${path}.rate`, `Informe a alíquota do ${title}-ST em porcento, ou unitRate, em reais por unidade.`),
    ];
  }
  if (rate && unitRate) {
    const message = `O ${title}-ST é cobrado por alíquota ou por unidade (leiaute PL_010f): não envie unitRate com a alíquota.`;
    return [refusal(`${path}.unitRate`, message)];
  }
  if (base && unitRate) {
    return [refusal(`${path}.base`, `O ${title}-ST por unidade não tem base em reais: não a envie.`)];
  }
  if (rate && Number(rate) > 100) return [refusal(`${path}.rate`, `Informe uma porcentagem de 0 a 100; veio ${rate}.`)];
  if (base && Number(base) === 0)
    return [refusal(`${path}.base`, 'A base é maior que zero: não a envie, ou acerte-a.')];
  return [];
}

/** Faults of PIS and COFINS by substitution, by line and note: an NFC-e has none, nor has a note without the contribution itself. */
export function checkContributionsSt(item: ItemInput, trace: TaxTrace, operation: Operation, path: string): Fault[] {
  return contributions.flatMap(({ name, tax, title, ofName, rejection }) => {
    if (!item[name]) return [];
    const at = (message: string) => [refusal(`${path}.${name}`, message, 'invalid_taxation')];
    if (isForCounter(operation)) {
      const { name: note, instead } = counterWords(operation);
      return at(
        `A ${note} não tem ${title} por substituição (rejeição ${rejection}): não envie ${name}, ou ${instead}.`,
      );
    }
    if (!hasContributions(operation)) {
      return at(`Não há cobrança ${ofName} a partir de 2027 (LC 214/2025): não envie ${name}.`);
    }
    if (!carries(tax, trace, operation)) return at(`Esta nota não tem ${title}: não envie ${name}.`);
    return [];
  });
}
