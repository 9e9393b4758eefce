import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { NfeSubRule, NfseSubRule } from '../../domain/taxation/levels/choose-sub-rule.ts';
import { writtenTaxes } from '../../domain/taxation/levels/normalize-level.ts';
import type { Schema } from '../schema.ts';
import { serviceTaxesView } from './service.ts';

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
  const { icmsRate, pisRate, cofinsRate, ...taxes } = writtenTaxes(fields);
  const renamed = { icmsPIcms: icmsRate, pisPPis: pisRate, cofinsPCofins: cofinsRate };
  return { states, clientTypes, cfops, ...taxes, ...renamed };
}

function nfseSubRuleView({ municipalityCodes, takerTypes, serviceCodes, fields }: NfseSubRule): Schema<'NfseSubRule'> {
  return { municipalityCodes, takerTypes, serviceCodes, ...serviceTaxesView(fields) };
}
