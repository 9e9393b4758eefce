import type { ServicePlace, SiteAddress } from '../../domain/documents/service-sale.ts';
import { serviceFieldNames } from '../../domain/taxation/levels/service-fields.ts';
import type {
  DeclaredIbsCbsRequest,
  DeductionDocumentRequest,
  DeductionsRequest,
  ReimbursementRequest,
  ReplacementRequest,
  ServiceDetailsRequest,
  ServiceItemRequest,
  ServiceRequest,
} from '../../operations/documents/sale-request.ts';
import type { Schema } from '../schema.ts';
import { textFault } from './authority-text.ts';
import { decimalText, sentFields, sentTexts } from './decimal-text.ts';
import { mailToRequest } from './remarks.ts';

/**
 * The service of a body, with numbers as decimal strings and without fields that were not sent.
 *
 * @throws DomainError `validation_error` where the place of service is given twice, or not at all
 */
export function serviceRequest(body: Schema<'FiscalDocumentCreation'>): ServiceRequest {
  const { operationNature, items, service, replaces } = body;
  return {
    type: 'NFSE',
    operationNature,
    items: items.map(itemRequest),
    ...(service ? { service: detailsRequest(service) } : {}),
    ...(replaces ? { replaces: replacementRequest(replaces) } : {}),
    ...sentTexts(body, ['clientId', 'templateId', 'taxRuleId']),
    ...sentFields(body, ['discount', 'additionalInfo']),
    ...mailToRequest(body),
  };
}

function itemRequest(item: Schema<'DocumentItemInput'>): ServiceItemRequest {
  const { code, description, unit, quantity } = item;
  return {
    ...{ code, description, unit },
    quantity: decimalText(quantity),
    ...sentTexts(item, ['productId', 'taxRuleId']),
    ...sentFields(item, ['unitValue', 'additionalInfo', 'discount']),
    ...sentFields(item, serviceFieldNames),
  };
}

function replacementRequest({ reason, ...others }: Schema<'NfseReplacementInput'>): ReplacementRequest {
  return { reason, ...sentTexts(others, ['documentId', 'accessKey']), ...sentFields(others, ['description']) };
}

function detailsRequest(service: Schema<'ServiceDetailsInput'>): ServiceDetailsRequest {
  const { place, foreignTrade, works, event, deductions, intermediary, order, ibsCbs, approximateTaxes } = service;
  return {
    ...(place ? { place: askedPlace(place) } : {}),
    ...(foreignTrade ? { foreignTrade: foreignTradeOf(foreignTrade) } : {}),
    ...(works ? { works: { ...sentFields(works, ['propertyRegistration', 'code', 'cib']), ...site(works) } } : {}),
    ...(event ? { event: askedEvent(event) } : {}),
    ...(deductions ? { deductions: askedDeductions(deductions) } : {}),
    ...(intermediary ? { intermediary } : {}),
    ...(order ? { order: { number: order.number, ...(order.items ? { items: order.items } : {}) } } : {}),
    ...(ibsCbs ? { ibsCbs: declaredIbsCbs(ibsCbs) } : {}),
    ...(approximateTaxes ? { approximateTaxes: approximateTotal(approximateTaxes) } : {}),
    ...sentFields(service, ['competence', 'conditionalDiscount']),
  };
}

function askedPlace({ municipalityCode, country }: Schema<'ServicePlaceInput'>): ServicePlace {
  if (municipalityCode && !country) return { municipalityCode };
  if (country && !municipalityCode) return { country: country.toUpperCase() };
  throw textFault('service.place', 'é dito por um só destes: municipalityCode, no Brasil, ou country, no exterior');
}

function foreignTradeOf({ sharedWithMdic, ...trade }: Schema<'ServiceForeignTradeInput'>) {
  const { mode, relationship, currency, amount, providerSupport, takerSupport, temporaryGoods } = trade;
  return {
    ...{ mode, relationship, currency, providerSupport, takerSupport, temporaryGoods },
    amount: decimalText(amount),
    sharedWithMdic: sharedWithMdic === true,
    ...sentFields(trade, ['importDeclaration', 'exportRegistration']),
  };
}

function approximateTotal({ federalValue, stateValue, municipalValue }: Schema<'ServiceApproximateTaxesInput'>) {
  return {
    federalValue: decimalText(federalValue),
    stateValue: decimalText(stateValue),
    municipalValue: decimalText(municipalValue),
  };
}

function askedEvent(event: Schema<'ServedEventInput'>) {
  const { name, startDate, endDate } = event;
  return { name, startDate, endDate, ...sentFields(event, ['code']), ...site(event) };
}

function askedDeductions(deductions: Schema<'ServiceDeductionsInput'>): DeductionsRequest {
  const { documents } = deductions;
  return {
    ...sentFields(deductions, ['rate', 'value']),
    ...(documents ? { documents: documents.map(askedDocument) } : {}),
  };
}

function askedDocument(document: Schema<'DeductionDocumentInput'>): DeductionDocumentRequest {
  const { type, issueDate, deductibleValue, value, municipalNfse, supplier } = document;
  return {
    ...{ type, issueDate },
    deductibleValue: decimalText(deductibleValue),
    value: decimalText(value),
    ...(municipalNfse ? { municipalNfse } : {}),
    ...(supplier ? { supplier } : {}),
    ...sentFields(document, ['nfseKey', 'nfeKey', 'fiscalNumber', 'otherNumber', 'description']),
  };
}

/** The address of a building site, of an event or of real estate; its CEP without the hyphen. */
function site({ address }: { address?: Schema<'SiteAddressInput'> | null }): { address?: SiteAddress } {
  if (!address) return {};
  const { zipCode, street, number, neighborhood } = address;
  const abroad = sentFields(address, ['city', 'region']);
  const isAbroad = abroad.city !== undefined || abroad.region !== undefined;
  return {
    address: {
      zipCode: isAbroad ? zipCode : zipCode.replace(/^(\d{5})-(\d{3})$/, '$1$2'),
      ...{ street, number, neighborhood },
      ...abroad,
      ...sentFields(address, ['complement']),
    },
  };
}

/** The IBS and CBS of a service, except classes and rates. */
function declaredIbsCbs(sent: Schema<'ServiceIbsCbsInput'>): DeclaredIbsCbsRequest {
  const { personalUse, operation, governmentEntity, previousDocuments, recipient, property, reimbursements } = sent;
  return {
    ...(typeof personalUse === 'boolean' ? { personalUse } : {}),
    ...(operation ? { operation } : {}),
    ...(governmentEntity ? { governmentEntity } : {}),
    ...(previousDocuments ? { previousDocuments } : {}),
    ...(recipient ? { recipient } : {}),
    ...(property ? { property: { ...sentFields(property, ['propertyRegistration', 'cib']), ...site(property) } } : {}),
    ...(reimbursements ? { reimbursements: reimbursements.map(reimbursement) } : {}),
    ...sentTexts(sent, ['presumedCreditCode']),
  };
}

function reimbursement(sent: Schema<'ServiceReimbursementInput'>): ReimbursementRequest {
  const { otherKey, fiscalDocument, otherDocument, supplier, issueDate, competence, type, value } = sent;
  return {
    ...{ issueDate, competence, type },
    value: decimalText(value),
    ...(otherKey ? { otherKey } : {}),
    ...(fiscalDocument ? { fiscalDocument } : {}),
    ...(otherDocument ? { otherDocument } : {}),
    ...(supplier ? { supplier } : {}),
    ...sentFields(sent, ['nfseKey', 'nfeKey', 'cteKey', 'description']),
  };
}
