import type { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import type { Schema } from '../operations.ts';
import { serviceView } from './service.ts';

/** A template with every field of its type; null where it says nothing. */
export function fiscalTemplateView(template: FiscalTemplate): Schema<'FiscalTemplate'> {
  const { id, name, source, operationNature = null } = template;
  const moments = { createdAt: template.createdAt.toISOString(), updatedAt: template.updatedAt.toISOString() };
  switch (template.type) {
    case 'NFE':
      return { id, name, type: 'NFE', source, operationNature, ...taxesView(template), ...moments };
    case 'NFSE': {
      const service = template.service ?? {};
      const { serviceCode = null, serviceDescription = null } = service;
      const said = { serviceCode, serviceDescription, ...serviceView(service) };
      return { id, name, type: 'NFSE', source, operationNature, ...said, ...moments };
    }
  }
}

function taxesView({ fields }: FiscalTemplate) {
  return {
    ncm: fields.ncm ?? null,
    cest: fields.cest ?? null,
    cfop: fields.cfop ?? null,
    icmsOrigin: fields.icmsOrigin ?? null,
    icmsCst: fields.icmsSituation ?? null,
    icmsRate: fields.icmsRate ?? null,
    icmsRedBc: fields.icmsRedBc ?? null,
    icmsDeferralRate: fields.icmsDeferralRate ?? null,
    icmsStModBc: fields.icmsStModBc ?? null,
    icmsStMva: fields.icmsStMva ?? null,
    icmsStRate: fields.icmsStRate ?? null,
    icmsStRedBc: fields.icmsStRedBc ?? null,
    icmsSnCreditRate: fields.icmsSnCreditRate ?? null,
    fcpRate: fields.fcpRate ?? null,
    fcpStRate: fields.fcpStRate ?? null,
    pisCst: fields.pisSituation ?? null,
    pisRate: fields.pisRate ?? null,
    cofinsCst: fields.cofinsSituation ?? null,
    cofinsRate: fields.cofinsRate ?? null,
    ipiSituation: fields.ipiSituation ?? null,
    ipiRate: fields.ipiRate ?? null,
    ipiFramework: fields.ipiFramework ?? null,
    ibsCbsSituation: fields.ibsCbsSituation ?? null,
    ibsCbsClassification: fields.ibsCbsClassification ?? null,
  };
}
