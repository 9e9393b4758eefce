import { LockMode } from '@mikro-orm/core';
import { type EntityManager, inCompany } from '../../config/orm.ts';
import { refuseAny } from '../../domain/taxation/fault.ts';
import { levelContext } from '../../domain/taxation/settle-level.ts';
import { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { reviseTemplate } from '../../domain/templates/revise-template.ts';
import { settleTemplate } from '../../domain/templates/settle-template.ts';
import { windowOf } from '../../operations/lists/page.ts';
import { listView, pageOf } from '../lists/page.ts';
import { type Caller, callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { existing } from '../requests/existing.ts';
import { templateChanges, templateInput } from '../requests/fiscal-template.ts';
import { fiscalTemplateView } from '../views/fiscal-template.ts';

type TemplateOperations = Extract<keyof Handlers, `${string}FiscalTemplate` | 'listFiscalTemplates'>;

export function fiscalTemplateHandlers({ orm }: ApiParts): Pick<Handlers, TemplateOperations> {
  return {
    listFiscalTemplates: async (req, res) => {
      const { type } = req.query;
      const page = pageOf(req.query);
      const [templates, total] = await inCompany(orm, callerOf(res).companyId, (em) =>
        em.findAndCount(
          FiscalTemplate,
          { deletedAt: null, ...(type ? { type } : {}) },
          { orderBy: { id: 'desc' }, ...windowOf(page) },
        ),
      );
      res.json(listView(templates.map(fiscalTemplateView), total, page));
    },

    createFiscalTemplate: async (req, res) => {
      const caller = callerOf(res);
      const { template: settled, faults } = settleTemplate(
        templateInput(req.body),
        levelContext(caller.company.settings),
      );
      refuseAny(faults);
      const row = { ...settled, source: 'company' as const, company: caller.companyId };
      const template = await inCompany(orm, caller.companyId, async (em) => em.create(FiscalTemplate, row));
      res.status(201).json(fiscalTemplateView(template));
    },

    getFiscalTemplate: async (req, res) => {
      const template = await inCompany(orm, callerOf(res).companyId, (em) =>
        existing(named, req.params.id, (id) => em.findOne(FiscalTemplate, { id, deletedAt: null })),
      );
      res.json(fiscalTemplateView(template));
    },

    updateFiscalTemplate: async (req, res) => {
      const caller = callerOf(res);
      const template = await inCompany(orm, caller.companyId, async (em) => {
        const found = await lockOwn(em, caller, req.params.id);
        const { template: revised, faults } = reviseTemplate(
          found.normal(),
          templateChanges(req.body),
          levelContext(caller.company.settings),
        );
        refuseAny(faults);
        return em.assign(found, revised);
      });
      res.json(fiscalTemplateView(template));
    },

    deleteFiscalTemplate: async (req, res) => {
      const caller = callerOf(res);
      await inCompany(orm, caller.companyId, async (em) => {
        const template = await lockOwn(em, caller, req.params.id);
        template.remove();
      });
      res.json({ success: true });
    },
  };
}

const named = 'Modelo fiscal';

/** The company's own, to be written: one that is shared is not there for it. */
function lockOwn(em: EntityManager, { companyId: company }: Caller, id: string): Promise<FiscalTemplate> {
  const where = { id, company, deletedAt: null };
  return existing(named, id, () => em.findOne(FiscalTemplate, where, { lockMode: LockMode.PESSIMISTIC_WRITE }));
}
