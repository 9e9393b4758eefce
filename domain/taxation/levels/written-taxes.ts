import type { TaxFields } from '../fields.ts';

/**
 * What a level says of the taxes, with every field, under the names of products and templates (`productFieldNames`); null where it says
 * nothing. NCM, CEST and CFOP are not among them: each resource has its own.
 */
export function writtenTaxes(fields: TaxFields) {
  return {
    benefitCode: fields.benefitCode ?? null,
    icmsOrigin: fields.icmsOrigin ?? null,
    icmsCst: fields.icmsSituation ?? null,
    icmsRate: fields.icmsRate ?? null,
    icmsRedBc: fields.icmsRedBc ?? null,
    icmsDeferralRate: fields.icmsDeferralRate ?? null,
    icmsExemptedRate: fields.icmsExemptedRate ?? null,
    icmsExemptionReason: fields.icmsExemptionReason ?? null,
    icmsExemptionDeducted: fields.icmsExemptionDeducted ?? null,
    icmsRedBcBenefitCode: fields.icmsRedBcBenefitCode ?? null,
    presumedCreditCode: fields.presumedCreditCode ?? null,
    presumedCreditRate: fields.presumedCreditRate ?? null,
    icmsStModBc: fields.icmsStModBc ?? null,
    icmsStMva: fields.icmsStMva ?? null,
    icmsStRate: fields.icmsStRate ?? null,
    icmsStRedBc: fields.icmsStRedBc ?? null,
    icmsStExemptionReason: fields.icmsStExemptionReason ?? null,
    icmsMonoRate: fields.icmsMonoRate ?? null,
    icmsMonoRetainedRate: fields.icmsMonoRetainedRate ?? null,
    icmsMonoReductionRate: fields.icmsMonoReductionRate ?? null,
    icmsMonoReductionReason: fields.icmsMonoReductionReason ?? null,
    icmsSnCreditRate: fields.icmsSnCreditRate ?? null,
    fcpRate: fields.fcpRate ?? null,
    fcpStRate: fields.fcpStRate ?? null,
    difalInternalRate: fields.difalInternalRate ?? null,
    pisCst: fields.pisSituation ?? null,
    pisRate: fields.pisRate ?? null,
    cofinsCst: fields.cofinsSituation ?? null,
    cofinsRate: fields.cofinsRate ?? null,
    ipiSituation: fields.ipiSituation ?? null,
    ipiRate: fields.ipiRate ?? null,
    ipiFramework: fields.ipiFramework ?? null,
    ibsCbsSituation: fields.ibsCbsSituation ?? null,
    ibsCbsClassification: fields.ibsCbsClassification ?? null,
    ibsCbsRegularSituation: fields.ibsCbsRegularSituation ?? null,
    ibsCbsRegularClassification: fields.ibsCbsRegularClassification ?? null,
  };
}
