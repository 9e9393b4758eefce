import { type ServiceFieldName, serviceRates } from '../../../../domain/taxation/levels/service-fields.ts';
import type { Choice, Field } from '../../../forms/fields.ts';
import { issSuspensions, issTaxations, issWithholdings } from '../../../parts/tax-choices.ts';

/** The labels of what a rule or template sets for a service. */
const titles: Record<ServiceFieldName, string> = {
  serviceCode: 'Código nacional do serviço',
  municipalServiceCode: 'Código do serviço no município',
  nbsCode: 'NBS',
  serviceDescription: 'Descrição do serviço',
  issTaxation: 'Tributação do ISSQN',
  issResultCountry: 'País do resultado (exportação)',
  issImmunityType: 'Tipo de imunidade (1 a 5)',
  issSuspensionType: 'Suspensão do ISSQN',
  issSuspensionProcess: 'Processo da suspensão',
  issBenefitCode: 'Benefício municipal',
  issBenefitReduction: 'Redução da base pelo benefício (%)',
  issWithholding: 'Retenção do ISSQN',
  issRate: 'Alíquota do ISSQN (%)',
  pisCofinsCst: 'CST do PIS e da COFINS',
  pisRate: 'Alíquota do PIS (%)',
  cofinsRate: 'Alíquota da COFINS (%)',
  pisCofinsWithholding: 'Retenção de PIS, COFINS e CSLL (0 a 9)',
  inssRate: 'INSS retido (%)',
  irrfRate: 'Imposto de renda retido (%)',
  csllRate: 'CSLL retida (%)',
  totalFederalRate: 'Tributos federais aproximados (%)',
  totalStateRate: 'Tributos estaduais aproximados (%)',
  totalMunicipalRate: 'Tributos municipais aproximados (%)',
  totalSimplesRate: 'Tributos aproximados do Simples (%)',
  ibsCbsSituation: 'CST do IBS e da CBS',
  ibsCbsClassification: 'Classificação do IBS e da CBS',
  ibsCbsOperationIndicator: 'Indicador da operação',
  ibsCbsRegularSituation: 'CST sem a suspensão',
  ibsCbsRegularClassification: 'Classificação sem a suspensão',
  ibsStateDeferralRate: 'IBS estadual diferido (%)',
  ibsMunicipalDeferralRate: 'IBS municipal diferido (%)',
  cbsDeferralRate: 'CBS diferida (%)',
};

/** The fields of a service that are always in sight. */
export const usualService = ['issTaxation', 'issWithholding', 'issRate'] as const satisfies readonly ServiceFieldName[];

const rates: ReadonlySet<ServiceFieldName> = new Set(serviceRates.map(({ field }) => field));
const choices: Partial<Record<ServiceFieldName, readonly Choice[]>> = {
  issTaxation: issTaxations,
  issWithholding: issWithholdings,
  issSuspensionType: issSuspensions,
};

/** The fields of a service for a rule or template. @param prefix what the names of the fields begin with */
export function serviceFields(wanted: readonly ServiceFieldName[], prefix = ''): Field[] {
  return wanted.map((field): Field => {
    const known = choices[field];
    const isLong = field === 'serviceDescription';
    const base = { name: `${prefix}${field}`, label: titles[field], isShort: !isLong };
    if (known) return { ...base, kind: 'choice', choices: known };
    return rates.has(field) ? { ...base, kind: 'decimal' } : base;
  });
}
