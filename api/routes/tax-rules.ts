import type { SubRuleLists } from '../../domain/tax-rules/normalize.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import { ruleFieldNames } from '../../domain/taxation/fields.ts';
import {
  type NfeSubRule,
  nfeSubRuleFieldNames,
  type NfseSubRule,
  nfseSubRuleFieldNames,
} from '../../domain/taxation/levels/choose-sub-rule.ts';
import { writtenTaxes } from '../../domain/taxation/levels/normalize-level.ts';
import { inCompany } from '../../operations/in-company.ts';
import { windowOf } from '../../operations/lists/page.ts';
import {
  changeTaxRule,
  createTaxRule,
  findTaxRule,
  findTaxRules,
  removeTaxRule,
  type TaxRuleChanges,
  type TaxRuleInput,
} from '../../operations/records/tax-rules.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import { listView, pageOf } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { decimalTextOrNot } from '../../http/requests/decimal-text.ts';
import { serviceTaxesView } from '../views/service.ts';

type TaxRuleOperations = Extract<keyof Handlers, `${string}TaxRule` | 'listTaxRules'>;

export function taxRuleHandlers({ orm }: ApiParts): Pick<Handlers, TaxRuleOperations> {
  return {
    listTaxRules: async (req, res) => {
      const page = pageOf(req.query);
      const [rules, total] = await inCompany(orm, companyOf(res).id, (em) =>
        findTaxRules(em, req.query, windowOf(page)),
      );
      res.json(listView(rules.map(taxRuleView), total, page));
    },

    createTaxRule: async (req, res) => {
      const rule = await createTaxRule(orm, companyOf(res), taxRuleInput(req.body));
      res.status(201).json(taxRuleView(rule));
    },

    getTaxRule: async (req, res) => {
      const rule = await inCompany(orm, companyOf(res).id, (em) => findTaxRule(em, req.params.id));
      res.json(taxRuleView(rule));
    },

    updateTaxRule: async (req, res) => {
      const changes = taxRuleChanges(req.body);
      res.json(taxRuleView(await changeTaxRule(orm, companyOf(res), req.params.id, changes)));
    },

    deleteTaxRule: async (req, res) => {
      await removeTaxRule(orm, companyOf(res), req.params.id);
      res.json({ success: true });
    },
  };
}

/** A rule with all its sub-rules. */
function taxRuleView(rule: TaxRule): Schema<'TaxRule'> {
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

type Lists = Pick<Schema<'TaxRuleChanges'>, 'nfeTaxRules' | 'nfseTaxRules'>;

/** A body in the names of the domain, with its numbers as decimal strings. */
function taxRuleInput({ name, model, isActive, ...lists }: Schema<'TaxRuleCreation'>): TaxRuleInput {
  return { name, model, isActive, ...subRulesOf(lists) };
}

/** The same for a change: what was not sent is undefined. */
function taxRuleChanges({ name, model, isActive, ...lists }: Schema<'TaxRuleChanges'>): TaxRuleChanges {
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
