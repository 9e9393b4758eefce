import { LockMode } from '@mikro-orm/core';
import { type EntityManager, inCompany } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { settleSubRules } from '../../domain/tax-rules/settle-sub-rules.ts';
import { TaxRule, type TaxRuleModel } from '../../domain/tax-rules/tax-rule.entity.ts';
import { windowOf } from '../../operations/lists/page.ts';
import { listView, pageOf } from '../lists/page.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { existing } from '../requests/existing.ts';
import { givenSubRules } from '../requests/tax-rule.ts';
import { taxRuleView } from '../views/tax-rule.ts';

type TaxRuleOperations = Extract<keyof Handlers, `${string}TaxRule` | 'listTaxRules'>;

export function taxRuleHandlers({ orm }: ApiParts): Pick<Handlers, TaxRuleOperations> {
  return {
    listTaxRules: async (req, res) => {
      const { model, isActive } = req.query;
      const page = pageOf(req.query);
      const where = { deletedAt: null, ...(model ? { model } : {}), ...(isActive === undefined ? {} : { isActive }) };
      const [rules, total] = await inCompany(orm, callerOf(res).companyId, (em) =>
        em.findAndCount(TaxRule, where, { orderBy: { id: 'desc' }, ...windowOf(page) }),
      );
      res.json(listView(rules.map(taxRuleView), total, page));
    },

    createTaxRule: async (req, res) => {
      const { companyId, company } = callerOf(res);
      const { name, model, isActive } = req.body;
      const { nfeTaxRules = [], nfseTaxRules = [] } = settleSubRules(model, givenSubRules(req.body), company.settings);
      const row = {
        company: companyId,
        name: name.trim(),
        model,
        isActive: isActive ?? true,
        nfeTaxRules,
        nfseTaxRules,
      };
      const rule = await inCompany(orm, companyId, async (em) => em.create(TaxRule, row));
      res.status(201).json(taxRuleView(rule));
    },

    getTaxRule: async (req, res) => {
      const rule = await inCompany(orm, callerOf(res).companyId, (em) => findTaxRule(em, req.params.id));
      res.json(taxRuleView(rule));
    },

    updateTaxRule: async (req, res) => {
      const { companyId, company } = callerOf(res);
      const { name, model, isActive } = req.body;
      const rule = await inCompany(orm, companyId, async (em) => {
        const found = await findTaxRule(em, req.params.id, LockMode.PESSIMISTIC_WRITE);
        if (model && model !== found.model) throw modelChanged(found.model);
        const { nfeTaxRules, nfseTaxRules } = settleSubRules(found.model, givenSubRules(req.body), company.settings);
        if (name !== undefined) found.name = name.trim();
        if (isActive !== undefined) found.isActive = isActive;
        if (nfeTaxRules) found.nfeTaxRules = nfeTaxRules;
        if (nfseTaxRules) found.nfseTaxRules = nfseTaxRules;
        return found;
      });
      res.json(taxRuleView(rule));
    },

    deleteTaxRule: async (req, res) => {
      await inCompany(orm, callerOf(res).companyId, async (em) => {
        const found = await findTaxRule(em, req.params.id, LockMode.PESSIMISTIC_WRITE);
        found.deletedAt = new Date();
      });
      res.json({ success: true });
    },
  };
}

function findTaxRule(em: EntityManager, id: string, lockMode?: LockMode): Promise<TaxRule> {
  const where = { id, deletedAt: null };
  return existing('Cadastro da regra de tributação', id, () =>
    em.findOne(TaxRule, where, lockMode ? { lockMode } : {}),
  );
}

function modelChanged(model: TaxRuleModel): DomainError {
  const message = `O modelo de uma regra não muda: esta é ${model}. Para o outro modelo, crie outra regra.`;
  return new DomainError('validation_error', message, { issues: [{ path: 'model', message }] });
}
