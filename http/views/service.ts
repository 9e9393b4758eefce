import type { ServiceFields } from '../../domain/taxation/levels/service-fields.ts';

/** The service taxes of a rule or template, with every field; the service itself is not among them. */
export function serviceTaxesView(fields: ServiceFields) {
  return {
    municipalServiceCode: fields.municipalServiceCode ?? null,
    nbsCode: fields.nbsCode ?? null,
    issTaxation: fields.issTaxation ?? null,
    issResultCountry: fields.issResultCountry ?? null,
    issImmunityType: fields.issImmunityType ?? null,
    issSuspensionType: fields.issSuspensionType ?? null,
    issSuspensionProcess: fields.issSuspensionProcess ?? null,
    issBenefitCode: fields.issBenefitCode ?? null,
    issBenefitReduction: fields.issBenefitReduction ?? null,
    issWithholding: fields.issWithholding ?? null,
    issRate: fields.issRate ?? null,
    pisCofinsCst: fields.pisCofinsCst ?? null,
    pisRate: fields.pisRate ?? null,
    cofinsRate: fields.cofinsRate ?? null,
    pisCofinsWithholding: fields.pisCofinsWithholding ?? null,
    inssRate: fields.inssRate ?? null,
    irrfRate: fields.irrfRate ?? null,
    csllRate: fields.csllRate ?? null,
    totalFederalRate: fields.totalFederalRate ?? null,
    totalStateRate: fields.totalStateRate ?? null,
    totalMunicipalRate: fields.totalMunicipalRate ?? null,
    totalSimplesRate: fields.totalSimplesRate ?? null,
    ibsCbsSituation: fields.ibsCbsSituation ?? null,
    ibsCbsClassification: fields.ibsCbsClassification ?? null,
    ibsCbsOperationIndicator: fields.ibsCbsOperationIndicator ?? null,
    ibsCbsRegularSituation: fields.ibsCbsRegularSituation ?? null,
    ibsCbsRegularClassification: fields.ibsCbsRegularClassification ?? null,
    ibsStateDeferralRate: fields.ibsStateDeferralRate ?? null,
    ibsMunicipalDeferralRate: fields.ibsMunicipalDeferralRate ?? null,
    cbsDeferralRate: fields.cbsDeferralRate ?? null,
  };
}
