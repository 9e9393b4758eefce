import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { checkClient } from '../../domain/clients/normalize.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { withNormalService } from '../../domain/documents/normal-numbers.ts';
import type { ServiceItemInput, ServicePayload } from '../../domain/documents/payload.ts';
import type {
  DeclaredServiceIbsCbs,
  DeductionDocument,
  Deductions,
  Reimbursement,
  ReplacedNfse,
  ServiceDetails,
} from '../../domain/documents/service-sale.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Fault, refuse, runAsyncStep } from '../../domain/faults.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { ServiceRecords } from '../../domain/taxation/levels/records.ts';
import type { ActingCompany } from '../acting.ts';
import { namedRecords, withDefaultTemplate } from '../records/named-records.ts';
import { serviceRecords } from '../records/tax-records.ts';
import { referenceFaults } from './references.ts';
import type {
  DeclaredIbsCbsRequest,
  DeductionDocumentRequest,
  DeductionsRequest,
  ReimbursementRequest,
  ReplacementRequest,
  ServiceDetailsRequest,
  ServiceItemRequest,
  ServiceRequest,
} from './sale-request.ts';
import { soldItem } from './sold-item.ts';

/**
 * The service of a sale, the records from which its lines take their taxes, and the faults of the records and of the people that it names.
 * `records` is null where a record that decides taxes cannot be used.
 */
export type ReadService = { kind: 'service'; payload: ServicePayload; records: ServiceRecords | null; faults: Fault[] };

/** As `readSale`, for a service. */
export async function readService(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  sale: ServiceRequest,
): Promise<ReadService> {
  const naming = withDefaultTemplate(sale, company.settings);
  const found = await namedRecords(em, company.id, naming);
  const { operationNature, items, service, replaces, ...asked } = sale;
  const details = service ? completedDetails(service) : null;
  const replaced = replaces ? await runAsyncStep(() => replacedBy(em, company.environment, replaces)) : null;
  const payload = withNormalService({
    ...asked,
    operationNature: operationNature ?? found.template?.operationNature ?? '',
    items: items.map((item) => completedItem(item, found.products(item.productId))),
    ...(details ? { service: details.service } : {}),
    ...(replaced?.value ? { replaces: replaced.value } : {}),
  });
  const ofRecords = referenceFaults(sale, { ...found, carriage: null });
  const faults = [...ofRecords, ...(details?.faults ?? []), ...(replaced?.faults ?? [])];
  return { kind: 'service', payload, records: ofRecords.length > 0 ? null : serviceRecords(naming, found), faults };
}

function completedItem(asked: ServiceItemRequest, product: Product | undefined): ServiceItemInput {
  const { code, description, unitValue, unit, ...item } = asked;
  return { ...item, ...soldItem({ code, description, unitValue, unit }, product) };
}

/** What a service has besides its items, with everybody that it names in normal form, and the faults found in that. */
export function completedDetails({ intermediary, deductions, ibsCbs, ...service }: ServiceDetailsRequest): {
  service: ServiceDetails;
  faults: Fault[];
} {
  const between = intermediary ? checkClient(intermediary, 'service.intermediary') : null;
  const documents = deductions?.documents?.map(completedDocument);
  const declared = ibsCbs ? completedDeclared(ibsCbs) : null;
  const proven = documents ? { documents: documents.map(({ document }) => document) } : {};
  return {
    service: {
      ...service,
      ...(between ? { intermediary: between.client } : {}),
      ...(deductions ? { deductions: { ...withoutDocuments(deductions), ...proven } } : {}),
      ...(declared ? { ibsCbs: declared.declared } : {}),
    },
    faults: [
      ...(between?.faults ?? []),
      ...(documents ?? []).flatMap(({ faults }) => faults),
      ...(declared?.faults ?? []),
    ],
  };
}

function completedDeclared({ recipient, reimbursements, ...asked }: DeclaredIbsCbsRequest): {
  declared: DeclaredServiceIbsCbs;
  faults: Fault[];
} {
  const served = recipient ? checkClient(recipient, 'service.ibsCbs.recipient') : null;
  const passedOn = reimbursements?.map(completedReimbursement);
  return {
    declared: {
      ...asked,
      ...(served ? { recipient: served.client } : {}),
      ...(passedOn ? { reimbursements: passedOn.map(({ reimbursement }) => reimbursement) } : {}),
    },
    faults: [...(served?.faults ?? []), ...(passedOn ?? []).flatMap(({ faults }) => faults)],
  };
}

function completedReimbursement(
  { supplier, ...reimbursement }: ReimbursementRequest,
  index: number,
): { reimbursement: Reimbursement; faults: Fault[] } {
  if (!supplier) return { reimbursement, faults: [] };
  const { client, faults } = checkClient(supplier, `service.ibsCbs.reimbursements[${index}].supplier`);
  return { reimbursement: { ...reimbursement, supplier: client }, faults };
}

function withoutDocuments({ documents: _documents, ...deductions }: DeductionsRequest): Deductions {
  return deductions;
}

function completedDocument(
  { supplier, ...document }: DeductionDocumentRequest,
  index: number,
): { document: DeductionDocument; faults: Fault[] } {
  if (!supplier) return { document, faults: [] };
  const { client, faults } = checkClient(supplier, `service.deductions.documents[${index}].supplier`);
  return { document: { ...document, supplier: client }, faults };
}

/**
 * The NFS-e that a new one is to replace: with id and key where it was issued here. One that another system issued is named by its key alone, which
 * the authority checks.
 *
 * @throws DomainError `validation_error` when not exactly one of id and key is sent, `invalid_substitute` for a document that cannot be replaced
 */
async function replacedBy(
  em: EntityManager,
  environment: Environment,
  { documentId, accessKey, reason, description }: ReplacementRequest,
): Promise<ReplacedNfse> {
  const why = { reason, description: description ?? null };
  if (documentId && !accessKey) {
    const document = isUuid(documentId) ? await em.findOne(Document, { id: documentId }) : null;
    if (!document) throw notReplaceable('documentId', 'não é de um documento desta empresa');
    return { documentId: document.id, accessKey: keyOf(document, environment, 'documentId'), ...why };
  }
  if (accessKey && !documentId) {
    const document = await em.findOne(Document, { accessKey });
    if (document) keyOf(document, environment, 'accessKey');
    return { documentId: document?.id ?? null, accessKey, ...why };
  }
  const message = accessKey ? 'envie só um: documentId ou accessKey, não os dois' : 'envie documentId ou accessKey';
  return refuse(
    ['replaces.documentId', 'replaces.accessKey'].map((path) => ({ code: 'validation_error', path, message })),
  );
}

/** The access key of a document of the company. @throws DomainError where it cannot be replaced */
function keyOf(
  { type, environment, status, accessKey }: Document,
  wanted: Environment,
  field: 'documentId' | 'accessKey',
): string {
  if (type !== 'NFSE') throw notReplaceable(field, 'não é de uma NFS-e');
  if (environment !== wanted) throw notReplaceable(field, 'é de um documento de outro ambiente');
  if (status === 'AUTHORIZED' && accessKey) return accessKey;
  throw notReplaceable(field, `é de uma NFS-e que está ${status}; só uma AUTHORIZED pode ser substituída`);
}

function notReplaceable(field: 'documentId' | 'accessKey', fault: string): DomainError {
  const path = `replaces.${field}`;
  const message = `${path} ${fault}.`;
  return new DomainError('invalid_substitute', message, { issues: [{ path, message }] });
}
