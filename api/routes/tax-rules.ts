import { taxRuleChanges, taxRuleInput } from '../../http/requests/records.ts';
import { taxRuleView } from '../../http/views/records.ts';
import { inCompany } from '../../operations/in-company.ts';
import { rowRangeOf } from '../../operations/lists/page.ts';
import {
  changeTaxRule,
  createTaxRule,
  findTaxRule,
  findTaxRules,
  removeTaxRule,
} from '../../operations/records/tax-rules.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';

type TaxRuleOperations = Extract<keyof Handlers, `${string}TaxRule` | 'listTaxRules'>;

export function taxRuleHandlers({ orm }: ApiParts): Pick<Handlers, TaxRuleOperations> {
  return {
    listTaxRules: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const [rules, total] = await inCompany(orm, companyOf(res).id, (em) =>
        findTaxRules(em, req.query, rowRangeOf(page)),
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
