import { clientRecord } from '../../domain/clients/change.ts';
import type { ClientInput } from '../../domain/clients/client-input.ts';
import type {
  DocumentPayload,
  GoodsPayload,
  ItemInput,
  ServiceItemInput,
  ServicePayload,
  TransportInput,
} from '../../domain/documents/payload.ts';
import type {
  DeclaredServiceIbsCbs,
  DeductionDocument,
  Deductions,
  Reimbursement,
  ReplacedNfse,
  ServiceDetails,
} from '../../domain/documents/service-sale.ts';

/** The fields that a line may leave to the product that it names; null counts as absent. */
type LeftToProduct = 'code' | 'description' | 'unit' | 'gtin' | 'unitValue';

type LineRequest<Item> = Omit<Item, LeftToProduct> & {
  [Name in LeftToProduct & keyof Item]?: string | null | undefined;
};
export type ItemRequest = LineRequest<ItemInput>;
export type ServiceItemRequest = LineRequest<ServiceItemInput>;

type WithoutRecords<Payload, Item> = Omit<Payload, 'operationNature' | 'items' | 'service' | 'replaces'> & {
  operationNature?: string | null | undefined;
  items: Item[];
};

/** Goods as a caller requests them: numbers are decimal strings, and what is left to the named records is absent. */
export type GoodsRequest = WithoutRecords<GoodsPayload, ItemRequest>;

/** A service as a caller requests it, with its records named. */
export type ServiceRequest = WithoutRecords<ServicePayload, ServiceItemRequest> & {
  service?: ServiceDetailsRequest;
  replaces?: ReplacementRequest;
};

/** The details of a service whose people are not in normal form yet: intermediary, recipient, suppliers of what is deducted and passed on. */
export type ServiceDetailsRequest = Omit<ServiceDetails, 'intermediary' | 'deductions' | 'ibsCbs'> & {
  intermediary?: ClientInput;
  deductions?: DeductionsRequest | null;
  ibsCbs?: DeclaredIbsCbsRequest | null;
};

export type DeclaredIbsCbsRequest = Omit<DeclaredServiceIbsCbs, 'recipient' | 'reimbursements'> & {
  recipient?: ClientInput;
  reimbursements?: ReimbursementRequest[] | null;
};
export type ReimbursementRequest = Omit<Reimbursement, 'supplier'> & { supplier?: ClientInput };

export type DeductionsRequest = Omit<Deductions, 'documents'> & { documents?: DeductionDocumentRequest[] | null };
export type DeductionDocumentRequest = Omit<DeductionDocument, 'supplier'> & { supplier?: ClientInput };

/** The NFS-e to be replaced, by exactly one of id and access key. */
export type ReplacementRequest = Pick<ReplacedNfse, 'reason' | 'description'> & {
  documentId?: string | null | undefined;
  accessKey?: string | null | undefined;
};

export type SaleRequest = GoodsRequest | ServiceRequest;

/**
 * The request by which a document's sale would be created again: carrier and fleet vehicle are left to the named record. What was copied from
 * template and products counts as sent by the caller.
 */
export function keptSale(payload: DocumentPayload): SaleRequest {
  if (payload.type !== 'NFSE') {
    const { transport, ...goods } = payload;
    return { ...goods, ...(transport ? { transport: transportRequest(transport) } : {}) };
  }
  const { service, replaces, ...sale } = payload;
  return {
    ...sale,
    ...(service ? { service: detailsRequest(service) } : {}),
    ...(replaces ? { replaces: replacementRequest(replaces) } : {}),
  };
}

/** The transport without what was copied from the carrier's record. */
export function transportRequest(transport: TransportInput): TransportInput {
  // Only a fleet's vehicle has an RNTRC: that tells it apart in documents older than `isFleetVehicle`.
  const isFleets = transport.isFleetVehicle || transport.vehicleRntc;
  return withoutCarrier(isFleets ? withoutVehicle(transport) : transport);
}

function withoutCarrier({ carrier: _carrier, ...asked }: TransportInput): TransportInput {
  return asked;
}

function withoutVehicle({
  vehiclePlate: _plate,
  vehicleState: _state,
  vehicleRntc: _rntc,
  isFleetVehicle: _isFleets,
  ...asked
}: TransportInput): TransportInput {
  return asked;
}

function detailsRequest({ intermediary, deductions, ibsCbs, ...service }: ServiceDetails): ServiceDetailsRequest {
  return {
    ...service,
    ...(intermediary ? { intermediary: clientRecord(intermediary) } : {}),
    ...(deductions ? { deductions: deductionsRequest(deductions) } : {}),
    ...(ibsCbs ? { ibsCbs: declaredRequest(ibsCbs) } : {}),
  };
}

function deductionsRequest({ documents, ...deductions }: Deductions): DeductionsRequest {
  if (!documents) return deductions;
  const asked = documents.map(({ supplier, ...document }) => ({
    ...document,
    ...(supplier ? { supplier: clientRecord(supplier) } : {}),
  }));
  return { ...deductions, documents: asked };
}

function declaredRequest({ recipient, reimbursements, ...declared }: DeclaredServiceIbsCbs): DeclaredIbsCbsRequest {
  return {
    ...declared,
    ...(recipient ? { recipient: clientRecord(recipient) } : {}),
    ...(reimbursements ? { reimbursements: reimbursements.map(reimbursementRequest) } : {}),
  };
}

function reimbursementRequest({ supplier, ...one }: Reimbursement): ReimbursementRequest {
  return { ...one, ...(supplier ? { supplier: clientRecord(supplier) } : {}) };
}

function replacementRequest({ documentId, accessKey, reason, description }: ReplacedNfse): ReplacementRequest {
  return { reason, ...(description ? { description } : {}), ...(documentId ? { documentId } : { accessKey }) };
}
