import { writtenTaxes } from '../../domain/taxation/levels/normalize-level.ts';
import type { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import type { Schema } from '../schema.ts';
import { serviceTaxesView } from './service.ts';

/** A template with every field of its type; null where it says nothing. */
export function fiscalTemplateView(template: FiscalTemplate): Schema<'FiscalTemplate'> {
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
