import type { SubRuleLists } from '../../domain/tax-rules/normalize.ts';
import { ruleFieldNames } from '../../domain/taxation/fields.ts';
import {
  type NfeSubRule,
  nfeSubRuleFieldNames,
  type NfseSubRule,
  nfseSubRuleFieldNames,
} from '../../domain/taxation/levels/choose-sub-rule.ts';
import type { TaxRuleChanges, TaxRuleInput } from '../../operations/records/tax-rules.ts';
import type { Schema } from '../schema.ts';
import { decimalTextOrNot } from './decimal-text.ts';

type Lists = Pick<Schema<'TaxRuleChanges'>, 'nfeTaxRules' | 'nfseTaxRules'>;

/** A body in the names of the domain, with its numbers as decimal strings. */
export function taxRuleInput({ name, model, isActive, ...lists }: Schema<'TaxRuleCreation'>): TaxRuleInput {
  return { name, model, isActive, ...subRulesOf(lists) };
}

/** The same for a change: what was not sent is undefined. */
export function taxRuleChanges({ name, model, isActive, ...lists }: Schema<'TaxRuleChanges'>): TaxRuleChanges {
  return { name, model, isActive, ...subRulesOf(lists) };
}

/** The lists of sub-rules; null is an empty list, one that was not sent is undefined. */
function subRulesOf({ nfeTaxRules, nfseTaxRules }: Lists): SubRuleLists {
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
