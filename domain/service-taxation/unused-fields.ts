import type { TaxRegime } from '../taxation/parties.ts';
import { ibsCbsNeeds } from './check-ibs-cbs.ts';
import { hasNoContribution } from './check-pis-cofins.ts';
import type { ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';
import { isAnyWithheld, saysCsll, withheldBy } from './withholding.ts';

/** The fields of a service that its own codes have no use for, as the layout's rules write them (E0602, E0625, E0676 and others). */
export function unusedServiceFields(fields: ServiceFields, regime: TaxRegime | null): Set<ServiceFieldName> {
  return new Set([...unusedIss(fields, regime), ...unusedFederal(fields, regime), ...unusedIbsCbs(fields)]);
}

function unusedIss({ issTaxation, issWithholding }: ServiceFields, regime: TaxRegime | null): ServiceFieldName[] {
  const unused: ServiceFieldName[] = [];
  if (issTaxation && issTaxation !== '1') unused.push('issRate', 'issSuspensionType', 'issSuspensionProcess');
  if (issTaxation && issTaxation !== '1') unused.push('issBenefitCode', 'issBenefitReduction');
  if (issTaxation && issTaxation !== '2') unused.push('issImmunityType');
  if (issTaxation && issTaxation !== '3') unused.push('issResultCountry');
  if (regime === 'SIMPLES' && issWithholding === '1') unused.push('issRate');
  return unused;
}

const federal: ServiceFieldName[] = ['pisCofinsCst', 'pisCofinsWithholding', 'inssRate', 'irrfRate', 'csllRate'];

/** MEI says nothing of federal taxes (E0676). */
function unusedFederal(fields: ServiceFields, regime: TaxRegime | null): ServiceFieldName[] {
  return regime === 'MEI' ? [...federal, 'pisRate', 'cofinsRate'] : unusedContribution(fields);
}

/** Without contributions of its own a service still says what of them is withheld, where something is (NT SE/CGNFS-e 007/2026). */
function unusedContribution({ pisCofinsCst, pisCofinsWithholding, csllRate }: ServiceFields): ServiceFieldName[] {
  const unused: ServiceFieldName[] = [];
  if (pisCofinsCst && hasNoContribution(pisCofinsCst)) {
    unused.push('pisRate', 'cofinsRate');
    if (!isAnyWithheld(withheldBy(pisCofinsWithholding, csllRate))) unused.push('pisCofinsWithholding');
  }
  if (saysCsll(pisCofinsWithholding) === false) unused.push('csllRate');
  return unused;
}

function unusedIbsCbs({ ibsCbsClassification }: ServiceFields): ServiceFieldName[] {
  const needs = ibsCbsClassification ? ibsCbsNeeds(ibsCbsClassification) : null;
  if (!needs) return [];
  const unused: ServiceFieldName[] = [];
  if (!needs.regularTaxation) unused.push('ibsCbsRegularSituation', 'ibsCbsRegularClassification');
  if (!needs.deferral) unused.push('ibsStateDeferralRate', 'ibsMunicipalDeferralRate', 'cbsDeferralRate');
  return unused;
}
