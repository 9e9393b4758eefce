import type { FieldFault, Fields, Trace } from '../fields.ts';

/**
 * The tax fields of a service that rule, template and document can give, in the order of the DPS (layout 1.01): service, ISSQN, federal taxes,
 * approximate total, IBS/CBS. They are codes and rates; amounts belong to the document.
 */
export const serviceFieldNames = [
  'serviceCode',
  'municipalServiceCode',
  'nbsCode',
  'serviceDescription',
  'issTaxation',
  'issResultCountry',
  'issImmunityType',
  'issSuspensionType',
  'issSuspensionProcess',
  'issBenefitCode',
  'issBenefitReduction',
  'issWithholding',
  'issRate',
  'pisCofinsCst',
  'pisRate',
  'cofinsRate',
  'pisCofinsWithholding',
  'inssRate',
  'irrfRate',
  'csllRate',
  'totalFederalRate',
  'totalStateRate',
  'totalMunicipalRate',
  'totalSimplesRate',
  'ibsCbsSituation',
  'ibsCbsClassification',
  'ibsCbsOperationIndicator',
  'ibsCbsRegularSituation',
  'ibsCbsRegularClassification',
  'ibsStateDeferralRate',
  'ibsMunicipalDeferralRate',
  'cbsDeferralRate',
] as const;
export type ServiceFieldName = (typeof serviceFieldNames)[number];

/**
 * The fields of a service that one level gives. Codes are text, as the layout writes them; rates are percent as decimal strings with four decimals.
 */
export type ServiceFields = Fields<ServiceFieldName>;

/** Why a service is taxed as it is: each resolved field with the level that gave it. */
export type ServiceTrace = Trace<ServiceFieldName>;

/**
 * A fault of a service's field, which the DPS could not carry or the authority would refuse, with a message in Portuguese that says how to mend it.
 */
export type ServiceFault = FieldFault<ServiceFieldName>;

/** Fields in percent, and the highest value of each (TSDec1V2 to TSDec3V2; rule E0595). */
export const serviceRates: { field: ServiceFieldName; most: string }[] = [
  { field: 'issBenefitReduction', most: '100' },
  { field: 'issRate', most: '5' },
  { field: 'pisRate', most: '99.99' },
  { field: 'cofinsRate', most: '99.99' },
  { field: 'inssRate', most: '100' },
  { field: 'irrfRate', most: '100' },
  { field: 'csllRate', most: '100' },
  { field: 'totalFederalRate', most: '100' },
  { field: 'totalStateRate', most: '100' },
  { field: 'totalMunicipalRate', most: '100' },
  { field: 'totalSimplesRate', most: '99.99' },
  { field: 'ibsStateDeferralRate', most: '100' },
  { field: 'ibsMunicipalDeferralRate', most: '100' },
  { field: 'cbsDeferralRate', most: '100' },
];
