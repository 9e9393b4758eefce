import { rateFieldNames, type TaxFieldName } from '../../../../domain/taxation/fields.ts';
import { usesCsosn } from '../../../../domain/taxation/operation.ts';
import type { ActingCompany } from '../../../../operations/acting.ts';
import type { Choice, Field } from '../../../forms/fields.ts';
import {
  exemptionReasons,
  icmsCsosn,
  icmsCst,
  ipiCst,
  origins,
  pisCofinsCst,
  simplesActivities,
  substitutionBases,
} from '../../../parts/tax-choices.ts';
import { taxFieldTitles } from '../../../parts/tax-words.ts';

/** The tax fields of goods that are always in sight; few need the others. */
export const usualTaxFields = [
  'icmsOrigin',
  'icmsSituation',
  'icmsRate',
  'pisSituation',
  'pisRate',
  'cofinsSituation',
  'cofinsRate',
] as const satisfies readonly TaxFieldName[];

const rates: ReadonlySet<TaxFieldName> = new Set(rateFieldNames);

type Named = {
  company: Pick<ActingCompany, 'settings'>;
  /** What the names of the fields begin with: `nfeConfig.`. */
  prefix: string;
  /** The name that the record gives to each field. */
  names: Readonly<Record<TaxFieldName, string>>;
};

/** The tax fields of goods for one level of the resolution (product, rule, template). */
export function taxFields(wanted: readonly TaxFieldName[], { company, prefix, names }: Named): Field[] {
  const choices = choicesFor(company);
  return wanted.map((field): Field => {
    const known = choices[field];
    const base = { name: `${prefix}${names[field]}`, label: taxFieldTitles[field], isShort: true } as const;
    if (known) return { ...base, kind: 'choice', choices: known };
    return rates.has(field) ? { ...base, kind: 'decimal' } : { ...base, most: 20 };
  });
}

function choicesFor({ settings }: Pick<ActingCompany, 'settings'>): Partial<Record<TaxFieldName, readonly Choice[]>> {
  return {
    icmsOrigin: origins,
    icmsSituation: settings && usesCsosn(settings.taxRegime) ? icmsCsosn : icmsCst,
    pisSituation: pisCofinsCst,
    cofinsSituation: pisCofinsCst,
    ipiSituation: ipiCst,
    icmsStModBc: substitutionBases,
    icmsExemptionReason: exemptionReasons,
    icmsExemptionDeducted: [
      ['', 'Não informado'],
      ['1', 'Sim, é deduzida do total'],
      ['0', 'Não'],
    ],
    simplesActivity: simplesActivities,
  };
}
