import type { Carrier } from '../../domain/carriers/carrier.entity.ts';
import type { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import type { Client } from '../../domain/clients/client.entity.ts';
import { writtenConfig } from '../../domain/products/nfe-config.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { NfeSubRule, NfseSubRule } from '../../domain/taxation/levels/choose-sub-rule.ts';
import { writtenTaxes } from '../../domain/taxation/levels/normalize-level.ts';
import type { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import type { Schema } from '../schema.ts';
import { serviceTaxesView } from './service.ts';

/** A product with every field of its taxation; null where the product has none. */
export function productView(product: Product): Schema<'Product'> {
  const { taxation, taxRule, ...details } = product.normal();
  const nfeConfig = writtenConfig({ taxation, taxRule });
  const saysNothing = Object.values(nfeConfig).every((value) => value === null);
  return {
    id: product.id,
    ...details,
    nfeConfig: saysNothing ? null : nfeConfig,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  };
}

/** A client on record. */
export function clientView(client: Client): Schema<'ClientRecord'> {
  return {
    id: client.id,
    ...client.record(),
    isActive: client.isActive,
    createdAt: client.createdAt.toISOString(),
    updatedAt: client.updatedAt.toISOString(),
  };
}

/** A carrier on record; its fleet is a list of its own. */
export function carrierView(carrier: Carrier): Schema<'Carrier'> {
  const { id, name, document, createdAt, updatedAt } = carrier;
  return {
    id,
    name,
    document,
    documentType: carrier.documentType ?? null,
    stateRegistration: carrier.stateRegistration ?? null,
    anttCode: carrier.anttCode ?? null,
    email: carrier.email ?? null,
    street: carrier.street ?? null,
    number: carrier.number ?? null,
    city: carrier.city ?? null,
    state: carrier.state ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A vehicle of a fleet. */
export function vehicleView(vehicle: Vehicle): Schema<'Vehicle'> {
  const { id, carrier, plate, state, rntc, description, isDefault, createdAt, updatedAt } = vehicle;
  return {
    id,
    carrierId: carrier,
    plate,
    state,
    rntc: rntc ?? null,
    description: description ?? null,
    isDefault,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A rule with all its sub-rules. */
export function taxRuleView(rule: TaxRule): Schema<'TaxRule'> {
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

/** A template with every field of its type; null where the template leaves it open. */
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
