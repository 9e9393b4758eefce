import type { NormalClient } from '../../domain/clients/normalize.ts';
import type { ComputedServiceContent } from '../../domain/documents/document.entity.ts';
import type { ServicePayload } from '../../domain/documents/payload.ts';
import type {
  DeclaredServiceIbsCbs,
  DeductionDocument,
  Deductions,
  ForeignTrade,
  Reimbursement,
  ReplacedNfse,
  ServedEvent,
  ServicePlace,
  SiteAddress,
  Works,
} from '../../domain/documents/service-sale.ts';
import { decimal, money, percent } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';

type Details = Schema<'ServiceDetails'>;

/** The details of a service as they were sent and, once it is computed, with the fields that the computation filled. */
export function serviceView({ service }: ServicePayload, computed: ComputedServiceContent | null): Details {
  const { foreignTrade, works, event, deductions, intermediary, conditionalDiscount, order } = service ?? {};
  const { ibsCbs, approximateTaxes } = service ?? {};
  const place = computed?.place ?? service?.place;
  return {
    place: place ? placeView(place) : null,
    competence: computed?.competence ?? service?.competence ?? null,
    description: computed?.description ?? null,
    foreignTrade: foreignTrade ? foreignTradeView(foreignTrade) : null,
    works: works ? worksView(works) : null,
    event: event ? eventView(event) : null,
    deductions: deductions ? deductionsView(deductions) : null,
    intermediary: intermediary ? partyView(intermediary) : null,
    conditionalDiscount: amount(conditionalDiscount),
    order: order ? { number: order.number, items: order.items ?? [] } : null,
    ...(ibsCbs ? { ibsCbs: declaredView(ibsCbs) } : {}),
    ...(approximateTaxes ? { approximateTaxes } : {}),
  };
}

/** The NFS-e that a service replaces; null where it replaces none. */
export function replacementView(replaced: ReplacedNfse | null | undefined): Schema<'NfseReplacement'> | null {
  if (!replaced) return null;
  const { documentId, accessKey, reason, description = null } = replaced;
  return { documentId, accessKey, reason, description };
}

function placeView({ municipalityCode = null, country = null }: ServicePlace): Details['place'] {
  return { municipalityCode, country };
}

function foreignTradeView(trade: ForeignTrade): Details['foreignTrade'] {
  const { mode, relationship, currency, providerSupport, takerSupport, temporaryGoods } = trade;
  return {
    ...{ mode, relationship, currency, providerSupport, takerSupport, temporaryGoods },
    amount: money(decimal(trade.amount)),
    importDeclaration: trade.importDeclaration ?? null,
    exportRegistration: trade.exportRegistration ?? null,
    sharedWithMdic: trade.sharedWithMdic ?? false,
  };
}

function worksView({ propertyRegistration = null, code = null, cib = null, address }: Works): Details['works'] {
  return { propertyRegistration, code, cib, address: addressView(address) };
}

function eventView({ name, startDate, endDate, code = null, address }: ServedEvent): Details['event'] {
  return { name, startDate, endDate, code, address: addressView(address) };
}

function addressView(address: SiteAddress | null | undefined): Schema<'SiteAddress'> | null {
  if (!address) return null;
  const { zipCode, city = null, region = null, street, number, complement = null, neighborhood } = address;
  return { zipCode, city, region, street, number, complement, neighborhood };
}

function deductionsView({ rate, value, documents }: Deductions): Details['deductions'] {
  return {
    rate: rate ? percent(decimal(rate)) : null,
    value: amount(value),
    documents: (documents ?? []).map(documentView),
  };
}

function partyView({ name, document, documentType }: NormalClient): Schema<'ServiceIntermediary'> {
  return { name, document, documentType };
}

function documentView(document: DeductionDocument): Schema<'DeductionDocument'> {
  const { nfseKey = null, nfeKey = null, municipalNfse = null, fiscalNumber = null, otherNumber = null } = document;
  const { type, description = null, issueDate, supplier } = document;
  return {
    ...{ nfseKey, nfeKey, municipalNfse, fiscalNumber, otherNumber, type, description, issueDate },
    deductibleValue: money(decimal(document.deductibleValue)),
    value: money(decimal(document.value)),
    supplier: supplier ? partyView(supplier) : null,
  };
}

function declaredView(declared: DeclaredServiceIbsCbs): NonNullable<Details['ibsCbs']> {
  const { recipient, property, reimbursements } = declared;
  return {
    personalUse: declared.personalUse ?? null,
    operation: declared.operation ?? null,
    governmentEntity: declared.governmentEntity ?? null,
    previousDocuments: declared.previousDocuments ?? [],
    recipient: recipient ? partyView(recipient) : null,
    property: property ? propertyView(property) : null,
    reimbursements: (reimbursements ?? []).map(reimbursementView),
    presumedCreditCode: declared.presumedCreditCode ?? null,
  };
}

function propertyView({
  propertyRegistration = null,
  cib = null,
  address,
}: NonNullable<DeclaredServiceIbsCbs['property']>) {
  return { propertyRegistration, cib, address: addressView(address) };
}

function reimbursementView(one: Reimbursement): Schema<'ServiceReimbursement'> {
  const { nfseKey = null, nfeKey = null, cteKey = null, otherKey = null, fiscalDocument = null } = one;
  const { otherDocument = null, issueDate, competence, type, description = null, supplier } = one;
  return {
    ...{ nfseKey, nfeKey, cteKey, otherKey, fiscalDocument, otherDocument },
    ...{ issueDate, competence, type, description },
    value: money(decimal(one.value)),
    supplier: supplier ? partyView(supplier) : null,
  };
}

function amount(text: string | null | undefined): string | null {
  return text ? money(decimal(text)) : null;
}
