import type { TaxFault, TaxFieldName, TaxTrace } from './fields.ts';

/** Fields in percent, and the highest value of each. A margin and IPI may exceed the value of the goods. */
const rates: { field: TaxFieldName; most: number }[] = [
  { field: 'icmsRate', most: 100 },
  { field: 'icmsRedBc', most: 100 },
  { field: 'icmsDeferralRate', most: 100 },
  { field: 'icmsStMva', most: 999.9999 },
  { field: 'icmsStRate', most: 100 },
  { field: 'icmsStRedBc', most: 100 },
  { field: 'icmsSnCreditRate', most: 100 },
  { field: 'fcpRate', most: 100 },
  { field: 'fcpStRate', most: 100 },
  { field: 'pisRate', most: 100 },
  { field: 'cofinsRate', most: 100 },
  { field: 'icmsExemptedRate', most: 100 },
  { field: 'presumedCreditRate', most: 100 },
  { field: 'icmsMonoRate', most: 999.9999 },
  { field: 'icmsMonoRetainedRate', most: 999.9999 },
  { field: 'icmsMonoReductionRate', most: 100 },
  { field: 'difalInternalRate', most: 100 },
  { field: 'ipiRate', most: 999.9999 },
  { field: 'selectiveTaxRate', most: 999.9999 },
  { field: 'selectiveTaxUnitRate', most: 999.9999 },
];
/** Fields in reais per unit. */
const adRem: ReadonlySet<TaxFieldName> = new Set(['icmsMonoRate', 'icmsMonoRetainedRate', 'selectiveTaxUnitRate']);
const form = /^\d{1,3}(\.\d{1,4})?$/;

/** Faults of rates that are no decimals of up to four places, or are out of bounds (TDec_0302a04). */
export function checkRates(trace: TaxTrace): TaxFault[] {
  return rates.flatMap(({ field, most }) => {
    const value = trace[field]?.value;
    if (value === undefined || (form.test(value) && Number(value) <= most)) return [];
    const limit = String(most).replace('.', ',');
    const what = adRem.has(field) ? 'um valor em reais por unidade,' : 'uma porcentagem';
    return [{ field, message: `Informe ${what} de 0 a ${limit}, com até 4 casas decimais; veio ${value}.` }];
  });
}
