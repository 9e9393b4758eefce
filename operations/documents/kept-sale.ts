import { recordOf } from '../../domain/clients/record.ts';
import type { DocumentPayload, TransportInput } from '../../domain/documents/payload.ts';
import type { Replaced, ServiceDetails } from '../../domain/documents/service-sale.ts';
import type { AskedDetails, AskedReplacement, AskedSale } from './asked-sale.ts';

/**
 * What a caller would ask for to have the sale that a document keeps: carrier and fleet vehicle are left to the record that it names. What was
 * copied of template and products counts as said by the caller.
 */
export function keptSale(payload: DocumentPayload): AskedSale {
  if (payload.type !== 'NFSE') {
    const { transport, ...goods } = payload;
    return { ...goods, ...(transport ? { transport: askedTransport(transport) } : {}) };
  }
  const { service, replaces, ...sale } = payload;
  return {
    ...sale,
    ...(service ? { service: askedDetails(service) } : {}),
    ...(replaces ? { replaces: askedReplacement(replaces) } : {}),
  };
}

/** The transport without what was taken from the carrier's record. */
export function askedTransport(transport: TransportInput): TransportInput {
  // Only a fleet's vehicle has an RNTRC, also on documents older than the mark.
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

function askedDetails({ intermediary, ...service }: ServiceDetails): AskedDetails {
  return { ...service, ...(intermediary ? { intermediary: recordOf(intermediary) } : {}) };
}

function askedReplacement({ documentId, accessKey, reason, description }: Replaced): AskedReplacement {
  return { reason, ...(description ? { description } : {}), ...(documentId ? { documentId } : { accessKey }) };
}
