import { writtenTaxes } from '../../domain/taxation/levels/normalize-level.ts';
import type { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { type TemplateChanges, templateFieldNames, type TemplateInput } from '../../domain/templates/template-input.ts';
import { inCompany } from '../../operations/in-company.ts';
import { windowOf } from '../../operations/lists/page.ts';
import {
  changeFiscalTemplate,
  createFiscalTemplate,
  findFiscalTemplate,
  findFiscalTemplates,
  removeFiscalTemplate,
} from '../../operations/records/fiscal-templates.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import { listView, pageOf } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { decimalTextOrNot } from '../../http/requests/decimal-text.ts';
import { serviceTaxesView } from '../views/service.ts';

type TemplateOperations = Extract<keyof Handlers, `${string}FiscalTemplate` | 'listFiscalTemplates'>;

export function fiscalTemplateHandlers({ orm }: ApiParts): Pick<Handlers, TemplateOperations> {
  return {
    listFiscalTemplates: async (req, res) => {
      const page = pageOf(req.query);
      const [templates, total] = await inCompany(orm, companyOf(res).id, (em) =>
        findFiscalTemplates(em, req.query, windowOf(page)),
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

/** A template with every field of its type; null where it says nothing. */
function fiscalTemplateView(template: FiscalTemplate): Schema<'FiscalTemplate'> {
  const { id, name, source, operationNature = null } = template;
  const moments = { createdAt: template.createdAt.toISOString(), updatedAt: template.updatedAt.toISOString() };
  switch (template.type) {
    case 'NFE': {
      const { ncm = null, cest = null, cfop = null } = template.fields;
      const taxes = writtenTaxes(template.fields);
      return { id, name, type: 'NFE', source, operationNature, ncm, cest, cfop, ...taxes, ...moments };
    }
    case 'NFSE': {
      const service = template.service ?? {};
      const { serviceCode = null, serviceDescription = null } = service;
      const said = { serviceCode, serviceDescription, ...serviceTaxesView(service) };
      return { id, name, type: 'NFSE', source, operationNature, ...said, ...moments };
    }
  }
}

/** A body with its numbers as decimal strings. */
function templateInput({ name, type, ...others }: Schema<'FiscalTemplateCreation'>): TemplateInput {
  return { ...templateChanges(others), name, type };
}

/** The same for a change: what was not sent is undefined. */
function templateChanges({ name, type, operationNature, ...fields }: Schema<'FiscalTemplateChanges'>): TemplateChanges {
  const changes: TemplateChanges = { name, type, operationNature };
  for (const field of templateFieldNames) changes[field] = decimalTextOrNot(fields[field]);
  return changes;
}
