import { type TaxFieldName, taxFieldNames } from './fields.ts';

/** How one resource of the API writes the fields of the resolution. */
export type FieldNames = Record<TaxFieldName, string>;

const sameNames = {
  ncm: 'ncm',
  cest: 'cest',
  cfop: 'cfop',
  benefitCode: 'benefitCode',
  icmsOrigin: 'icmsOrigin',
  icmsSituation: 'icmsSituation',
  icmsRate: 'icmsRate',
  icmsRedBc: 'icmsRedBc',
  icmsDeferralRate: 'icmsDeferralRate',
  icmsExemptedRate: 'icmsExemptedRate',
  icmsExemptionReason: 'icmsExemptionReason',
  icmsExemptionDeducted: 'icmsExemptionDeducted',
  icmsRedBcBenefitCode: 'icmsRedBcBenefitCode',
  presumedCreditCode: 'presumedCreditCode',
  presumedCreditRate: 'presumedCreditRate',
  icmsStModBc: 'icmsStModBc',
  icmsStMva: 'icmsStMva',
  icmsStRate: 'icmsStRate',
  icmsStRedBc: 'icmsStRedBc',
  icmsStExemptionReason: 'icmsStExemptionReason',
  icmsMonoRate: 'icmsMonoRate',
  icmsMonoRetainedRate: 'icmsMonoRetainedRate',
  icmsMonoReductionRate: 'icmsMonoReductionRate',
  icmsMonoReductionReason: 'icmsMonoReductionReason',
  icmsSnCreditRate: 'icmsSnCreditRate',
  fcpRate: 'fcpRate',
  fcpStRate: 'fcpStRate',
  difalInternalRate: 'difalInternalRate',
  pisSituation: 'pisSituation',
  pisRate: 'pisRate',
  cofinsSituation: 'cofinsSituation',
  cofinsRate: 'cofinsRate',
  ipiSituation: 'ipiSituation',
  ipiRate: 'ipiRate',
  ipiFramework: 'ipiFramework',
  ibsCbsSituation: 'ibsCbsSituation',
  ibsCbsClassification: 'ibsCbsClassification',
  ibsCbsRegularSituation: 'ibsCbsRegularSituation',
  ibsCbsRegularClassification: 'ibsCbsRegularClassification',
} as const satisfies FieldNames;

/** Names on a product's `nfeConfig` and on a template (spec 2-extended §2.3, §2.5). */
export const productFieldNames = {
  ...sameNames,
  icmsSituation: 'icmsCst',
  pisSituation: 'pisCst',
  cofinsSituation: 'cofinsCst',
} as const satisfies FieldNames;

/** Names on a sub-rule (spec 2-extended §2.2). */
export const ruleFieldNames = {
  ...productFieldNames,
  icmsRate: 'icmsPIcms',
  pisRate: 'pisPPis',
  cofinsRate: 'cofinsPCofins',
} as const satisfies FieldNames;

/** Fields in percent; as they are kept, with four decimals. */
export const rateFieldNames = taxFieldNames.filter((name) => /(Rate|RedBc|Mva)$/.test(name));
