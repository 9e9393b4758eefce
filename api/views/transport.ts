import type { TransportInput } from '../../domain/documents/payload.ts';
import { decimal, money } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';

/** The transport of a document; null where it has none. Carrier and vehicle are as they were when the document was created. */
export function transportView(transport: TransportInput | null | undefined): Schema<'DocumentTransport'> | null {
  if (!transport) return null;
  const { freightValue, volumeGrossWeight, volumeNetWeight, carrier } = transport;
  const { trailers, wagon, barge, volumeBrand, volumeNumbering, volumeSeals } = transport;
  return {
    freightType: transport.freightType ?? 'NO_FREIGHT',
    freightValue: freightValue ? money(decimal(freightValue)) : null,
    carrierId: transport.carrierId ?? null,
    carrierName: carrier?.name ?? null,
    carrierDocument: carrier?.document || null,
    vehiclePlate: transport.vehiclePlate ?? null,
    vehicleState: transport.vehicleState ?? null,
    volumeQuantity: transport.volumeQuantity ?? null,
    volumeSpecies: transport.volumeSpecies ?? null,
    volumeGrossWeight: volumeGrossWeight ? decimal(volumeGrossWeight).toFixed(3) : null,
    volumeNetWeight: volumeNetWeight ? decimal(volumeNetWeight).toFixed(3) : null,
    ...(trailers?.length ? { trailers: trailers.map(({ rntc = null, ...trailer }) => ({ ...trailer, rntc })) } : {}),
    ...(wagon ? { wagon } : {}),
    ...(barge ? { barge } : {}),
    ...(volumeBrand ? { volumeBrand } : {}),
    ...(volumeNumbering ? { volumeNumbering } : {}),
    ...(volumeSeals?.length ? { volumeSeals } : {}),
  };
}
