import { templateChanges, templateInput } from '../../http/requests/records.ts';
import { fiscalTemplateView } from '../../http/views/records.ts';
import { inCompany } from '../../operations/in-company.ts';
import { rowRangeOf } from '../../operations/lists/page.ts';
import {
  changeFiscalTemplate,
  createFiscalTemplate,
  findFiscalTemplate,
  findFiscalTemplates,
  removeFiscalTemplate,
} from '../../operations/records/fiscal-templates.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';

type TemplateOperations = Extract<keyof Handlers, `${string}FiscalTemplate` | 'listFiscalTemplates'>;

export function fiscalTemplateHandlers({ orm }: ApiParts): Pick<Handlers, TemplateOperations> {
  return {
    listFiscalTemplates: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const [templates, total] = await inCompany(orm, companyOf(res).id, (em) =>
        findFiscalTemplates(em, req.query, rowRangeOf(page)),
      );
      res.json(listView(templates.map(fiscalTemplateView), total, page));
    },

    createFiscalTemplate: async (req, res) => {
      const template = await createFiscalTemplate(orm, companyOf(res), templateInput(req.body));
      res.status(201).json(fiscalTemplateView(template));
    },

    getFiscalTemplate: async (req, res) => {
      const template = await inCompany(orm, companyOf(res).id, (em) => findFiscalTemplate(em, req.params.id));
      res.json(fiscalTemplateView(template));
    },

    updateFiscalTemplate: async (req, res) => {
      const changes = templateChanges(req.body);
      res.json(fiscalTemplateView(await changeFiscalTemplate(orm, companyOf(res), req.params.id, changes)));
    },

    deleteFiscalTemplate: async (req, res) => {
      await removeFiscalTemplate(orm, companyOf(res), req.params.id);
      res.json({ success: true });
    },
  };
}
