import { type Decimal, decimal } from '../money.ts';

/** The tax fields by their names in the API; the same on item, rule, product, template and company. */
export const taxFieldNames = [
  'ncm',
  'cest',
  'cfop',
  'benefitCode',
  'icmsOrigin',
  'icmsSituation',
  'icmsRate',
  'icmsRedBc',
  'icmsDeferralRate',
  'icmsExemptedRate',
  'icmsExemptionReason',
  'icmsExemptionDeducted',
  'icmsRedBcBenefitCode',
  'presumedCreditCode',
  'presumedCreditRate',
  'icmsStModBc',
  'icmsStMva',
  'icmsStRate',
  'icmsStRedBc',
  'icmsStExemptionReason',
  'icmsMonoRate',
  'icmsMonoRetainedRate',
  'icmsMonoReductionRate',
  'icmsMonoReductionReason',
  'icmsSnCreditRate',
  'fcpRate',
  'fcpStRate',
  'difalInternalRate',
  'pisSituation',
  'pisRate',
  'cofinsSituation',
  'cofinsRate',
  'ipiSituation',
  'ipiRate',
  'ipiFramework',
  'ibsCbsSituation',
  'ibsCbsClassification',
  'ibsCbsRegularSituation',
  'ibsCbsRegularClassification',
  'selectiveTaxSituation',
  'selectiveTaxClassification',
  'selectiveTaxRate',
  'selectiveTaxUnitRate',
  'simplesActivity',
] as const;
export type TaxFieldName = (typeof taxFieldNames)[number];

/** The fields that one level gives, of one set of names: those of goods here, those of services in `service-taxation/`. Null counts as absent. */
export type Fields<Name extends string> = { [Each in Name]?: string | null };

/** The fields of goods that one level of the resolution gives. Codes are text (`"00"`, `"102"`); rates are percent as decimal strings. */
export type TaxFields = Fields<TaxFieldName>;

export const taxSources = ['ITEM', 'TAX_RULE', 'PRODUCT', 'TEMPLATE', 'COMPANY', 'TABLE'] as const;
/** Where a resolved field comes from, in the order in which they win: five levels, and the published tables. */
export type TaxSource = (typeof taxSources)[number];

/** Why taxes are what they are: each resolved field with the level that gave it. */
export type Trace<Name extends string> = { [Each in Name]?: { value: string; source: TaxSource } };

export type TaxTrace = Trace<TaxFieldName>;

/** A fault of a field, with a message in Portuguese that says how to mend it. */
export type FieldFault<Name extends string> = { field: Name; message: string };

export type TaxFault = FieldFault<TaxFieldName>;

/** The resolved text of a field; `''` if no level gives it. */
export function tracedText(trace: TaxTrace, name: keyof TaxTrace): string {
  return trace[name]?.value ?? '';
}

/** The resolved number of a field, whose form must have been checked; zero if no level gives it. */
export function numberOf(trace: TaxTrace, name: keyof TaxTrace): Decimal {
  return decimal(trace[name]?.value);
}

/** How one resource of the API names the fields of the resolution. */
type FieldNames = Record<TaxFieldName, string>;

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
  selectiveTaxSituation: 'selectiveTaxSituation',
  selectiveTaxClassification: 'selectiveTaxClassification',
  selectiveTaxRate: 'selectiveTaxRate',
  selectiveTaxUnitRate: 'selectiveTaxUnitRate',
  simplesActivity: 'simplesActivity',
} as const satisfies FieldNames;

/** The fields' names on a product's `nfeConfig` and on a template. */
export const productFieldNames = {
  ...sameNames,
  icmsSituation: 'icmsCst',
  pisSituation: 'pisCst',
  cofinsSituation: 'cofinsCst',
} as const satisfies FieldNames;

/** The fields' names on a sub-rule. */
export const ruleFieldNames = {
  ...productFieldNames,
  icmsRate: 'icmsPIcms',
  pisRate: 'pisPPis',
  cofinsRate: 'cofinsPCofins',
} as const satisfies FieldNames;

/** Fields in percent or in reais per unit, which are kept with four decimals. */
export const rateFieldNames = taxFieldNames.filter((name) => /(Rate|RedBc|Mva)$/.test(name));
