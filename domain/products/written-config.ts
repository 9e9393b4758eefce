import type { NormalConfig } from './nfe-config.ts';
import type { NfeConfigName } from './product-input.ts';

/** A product's taxation under the names that a caller writes, every field there; null where the product says nothing. */
export function writtenConfig({ taxation, taxRule }: NormalConfig): Record<NfeConfigName, string | null> {
  const { cfops, fields } = taxation;
  return {
    ncm: fields.ncm ?? null,
    cest: fields.cest ?? null,
    internalCfop: cfops.internalCfop,
    interstateContributor: cfops.interstateContributor,
    interstateNonContributor: cfops.interstateNonContributor,
    exportCfop: cfops.exportCfop,
    icmsOrigin: fields.icmsOrigin ?? null,
    icmsCst: fields.icmsSituation ?? null,
    icmsRate: fields.icmsRate ?? null,
    icmsRedBc: fields.icmsRedBc ?? null,
    icmsDeferralRate: fields.icmsDeferralRate ?? null,
    icmsStModBc: fields.icmsStModBc ?? null,
    icmsStMva: fields.icmsStMva ?? null,
    icmsStRate: fields.icmsStRate ?? null,
    icmsStRedBc: fields.icmsStRedBc ?? null,
    icmsSnCreditRate: fields.icmsSnCreditRate ?? null,
    fcpRate: fields.fcpRate ?? null,
    fcpStRate: fields.fcpStRate ?? null,
    pisCst: fields.pisSituation ?? null,
    pisRate: fields.pisRate ?? null,
    cofinsCst: fields.cofinsSituation ?? null,
    cofinsRate: fields.cofinsRate ?? null,
    ipiSituation: fields.ipiSituation ?? null,
    ipiRate: fields.ipiRate ?? null,
    ipiFramework: fields.ipiFramework ?? null,
    ibsCbsSituation: fields.ibsCbsSituation ?? null,
    ibsCbsClassification: fields.ibsCbsClassification ?? null,
    taxRuleId: taxRule,
  };
}
