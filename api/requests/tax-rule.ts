import { type NfeSubRule, nfeSubRuleFieldNames } from '../../domain/tax-rules/nfe-sub-rule.ts';
import { type NfseSubRule, nfseSubRuleFieldNames } from '../../domain/tax-rules/nfse-sub-rule.ts';
import type { GivenSubRules } from '../../domain/tax-rules/settle-sub-rules.ts';
import { ruleFieldNames } from '../../domain/taxation/field-names.ts';
import type { Schema } from '../operations.ts';
import { decimalTextOrNot } from './decimal-text.ts';

type Lists = Pick<Schema<'TaxRuleChanges'>, 'nfeTaxRules' | 'nfseTaxRules'>;

/** The lists of sub-rules that a body has, in the names of the domain; null is an empty list, one that was not sent is undefined. */
export function givenSubRules({ nfeTaxRules, nfseTaxRules }: Lists): GivenSubRules {
  return {
    nfeTaxRules: nfeTaxRules === undefined ? undefined : (nfeTaxRules ?? []).map(nfeSubRule),
    nfseTaxRules: nfseTaxRules === undefined ? undefined : (nfseTaxRules ?? []).map(nfseSubRule),
  };
}

function nfeSubRule(sent: Schema<'NfeSubRuleInput'>): NfeSubRule {
  const { states, clientTypes, cfops } = sent;
  const fields: NfeSubRule['fields'] = {};
  for (const name of nfeSubRuleFieldNames) fields[name] = decimalTextOrNot(sent[ruleFieldNames[name]]) ?? null;
  return { states: states ?? [], clientTypes: clientTypes ?? [], cfops: cfops ?? [], fields };
}

function nfseSubRule(sent: Schema<'NfseSubRuleInput'>): NfseSubRule {
  const { municipalityCodes, takerTypes, serviceCodes } = sent;
  const fields: NfseSubRule['fields'] = {};
  for (const name of nfseSubRuleFieldNames) fields[name] = decimalTextOrNot(sent[name]) ?? null;
  return {
    municipalityCodes: municipalityCodes ?? [],
    takerTypes: takerTypes ?? [],
    serviceCodes: serviceCodes ?? [],
    fields,
  };
}
