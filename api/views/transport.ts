import type { DocumentPayload } from '../../domain/documents/payload.ts';
import { decimal, money } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';

/** The transport of a document, null when it has none. Names and documents of carriers are snapshots, and come with the carriers. */
export function transportView(transport: DocumentPayload['transport']): Schema<'Transport'> {
  if (!transport) return null;
  const { freightValue, volumeGrossWeight, volumeNetWeight } = transport;
  return {
    freightType: transport.freightType ?? 'NO_FREIGHT',
    freightValue: freightValue ? money(decimal(freightValue)) : null,
    carrierId: transport.carrierId ?? null,
    carrierName: null,
    carrierDocument: null,
    vehiclePlate: transport.vehiclePlate ?? null,
    vehicleState: transport.vehicleState ?? null,
    volumeQuantity: transport.volumeQuantity ?? null,
    volumeSpecies: transport.volumeSpecies ?? null,
    volumeGrossWeight: volumeGrossWeight ? decimal(volumeGrossWeight).toFixed(3) : null,
    volumeNetWeight: volumeNetWeight ? decimal(volumeNetWeight).toFixed(3) : null,
  };
}
