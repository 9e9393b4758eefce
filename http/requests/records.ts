import {
  type NfeConfigInput,
  nfeConfigNames,
  type ProductChanges,
  type ProductInput,
} from '../../domain/products/product.entity.ts';
import type { SubRuleLists } from '../../domain/tax-rules/normalize.ts';
import { ruleFieldNames } from '../../domain/taxation/fields.ts';
import {
  type NfeSubRule,
  nfeSubRuleFieldNames,
  type NfseSubRule,
  nfseSubRuleFieldNames,
} from '../../domain/taxation/levels/choose-sub-rule.ts';
import { type TemplateChanges, templateFieldNames, type TemplateInput } from '../../domain/templates/template-input.ts';
import type { TaxRuleChanges, TaxRuleInput } from '../../operations/records/tax-rules.ts';
import type { Schema } from '../schema.ts';
import { decimalTextOrNot } from './decimal-text.ts';

type Config = Schema<'NfeConfigInput'>;

/** The body of a product, with its numbers as decimal strings. */
export function productInput({ name, code, ...others }: Schema<'ProductCreation'>): ProductInput {
  return { ...productChanges(others), name, code };
}

/** The same for a change of a product: what was not sent is undefined. */
export function productChanges({
  salePrice,
  taxUnitFactor,
  taxUnitExportFactor,
  nfeConfig,
  ...others
}: Schema<'ProductChanges'>): ProductChanges {
  return {
    ...others,
    salePrice: decimalTextOrNot(salePrice),
    taxUnitFactor: decimalTextOrNot(taxUnitFactor),
    taxUnitExportFactor: decimalTextOrNot(taxUnitExportFactor),
    nfeConfig: nfeConfig ? configInput(nfeConfig) : nfeConfig,
  };
}

function configInput(config: NonNullable<Config>): NfeConfigInput {
  const input: NfeConfigInput = {};
  for (const name of nfeConfigNames) input[name] = decimalTextOrNot(config[name]);
  return input;
}

type Lists = Pick<Schema<'TaxRuleChanges'>, 'nfeTaxRules' | 'nfseTaxRules'>;

/** The body of a tax rule under the domain's names, with its numbers as decimal strings. */
export function taxRuleInput({ name, model, isActive, ...lists }: Schema<'TaxRuleCreation'>): TaxRuleInput {
  return { name, model, isActive, ...subRulesOf(lists) };
}

/** The same for a change of a rule. */
export function taxRuleChanges({ name, model, isActive, ...lists }: Schema<'TaxRuleChanges'>): TaxRuleChanges {
  return { name, model, isActive, ...subRulesOf(lists) };
}

/** The lists of sub-rules: null becomes an empty list; a list that was not sent stays undefined. */
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

/** The body of a fiscal template, with its numbers as decimal strings. */
export function templateInput({ name, type, ...others }: Schema<'FiscalTemplateCreation'>): TemplateInput {
  return { ...templateChanges(others), name, type };
}

/** The same for a change of a template. */
export function templateChanges({
  name,
  type,
  operationNature,
  ...fields
}: Schema<'FiscalTemplateChanges'>): TemplateChanges {
  const changes: TemplateChanges = { name, type, operationNature };
  for (const field of templateFieldNames) changes[field] = decimalTextOrNot(fields[field]);
  return changes;
}
