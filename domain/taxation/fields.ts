import { decimal, type Decimal } from '../money.ts';

/** The taxes' names as the API writes them; the same on item, rule, product, template and company (decisions.md, "Items"). */
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
] as const;
export type TaxFieldName = (typeof taxFieldNames)[number];

/** What one level says of the fields of a vocabulary: of goods here, of services in `service-taxation/`. Null is as good as absent. */
export type Fields<Name extends string> = { [Each in Name]?: string | null };

/** Fields one level of the resolution fills. Codes are text (`"00"`, `"102"`); rates are percent as decimal strings. */
export type TaxFields = Fields<TaxFieldName>;

export const taxSources = ['ITEM', 'TAX_RULE', 'PRODUCT', 'TEMPLATE', 'COMPANY', 'TABLE'] as const;
/** The level a resolved field came from, in the order in which they win. */
export type TaxSource = (typeof taxSources)[number];

/** Why taxes are what they are: each resolved field of a vocabulary with the level that filled it. */
export type Trace<Name extends string> = { [Each in Name]?: { value: string; source: TaxSource } };

export type TaxTrace = Trace<TaxFieldName>;

/** A field that stands against a document, and in Portuguese how to mend it. */
export type FieldFault<Name extends string> = { field: Name; message: string };

export type TaxFault = FieldFault<TaxFieldName>;

/** The resolved text of a field, `''` where no level filled it. */
export function textOf(trace: TaxTrace, name: keyof TaxTrace): string {
  return trace[name]?.value ?? '';
}

/** The resolved number of a field, zero where no level filled it; its form was checked before. */
export function numberOf(trace: TaxTrace, name: keyof TaxTrace): Decimal {
  return decimal(trace[name]?.value);
}
