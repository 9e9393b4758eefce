import type { NfeSubRule } from '../../domain/tax-rules/nfe-sub-rule.ts';
import type { NfseSubRule } from '../../domain/tax-rules/nfse-sub-rule.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { Schema } from '../operations.ts';
import { serviceView } from './service.ts';

/** A rule with all its sub-rules. */
export function taxRuleView(rule: TaxRule): Schema<'TaxRule'> {
  const { id, name, model, isActive, nfeTaxRules, nfseTaxRules } = rule;
  return {
    id,
    name,
    model,
    isActive,
    nfeTaxRules: nfeTaxRules.map(nfeSubRuleView),
    nfseTaxRules: nfseTaxRules.map(nfseSubRuleView),
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
  };
}

function nfeSubRuleView({ states, clientTypes, cfops, fields }: NfeSubRule): Schema<'NfeSubRule'> {
  return {
    states,
    clientTypes,
    cfops,
    icmsOrigin: fields.icmsOrigin ?? null,
    icmsCst: fields.icmsSituation ?? null,
    icmsPIcms: fields.icmsRate ?? null,
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
    pisPPis: fields.pisRate ?? null,
    cofinsCst: fields.cofinsSituation ?? null,
    cofinsPCofins: fields.cofinsRate ?? null,
    ipiSituation: fields.ipiSituation ?? null,
    ipiRate: fields.ipiRate ?? null,
    ipiFramework: fields.ipiFramework ?? null,
    ibsCbsSituation: fields.ibsCbsSituation ?? null,
    ibsCbsClassification: fields.ibsCbsClassification ?? null,
  };
}

function nfseSubRuleView({ municipalityCodes, takerTypes, serviceCodes, fields }: NfseSubRule): Schema<'NfseSubRule'> {
  return { municipalityCodes, takerTypes, serviceCodes, ...serviceView(fields) };
}
