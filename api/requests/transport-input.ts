import type { Carriage } from '../../operations/records/carriage.ts';
import { plainPlate } from '../../domain/carriers/plate.ts';
import type { TransportInput } from '../../domain/documents/payload.ts';
import type { Schema } from '../operations.ts';
import { given } from './decimal-text.ts';

/** The transport asked for, with the snapshot of its carrier and, where no plate was sent, the default vehicle of the carrier's fleet. */
export function transportInput(
  transport: NonNullable<Schema<'TransportInput'>>,
  carriage: Carriage | null,
): TransportInput {
  const { freightType, volumeQuantity, vehiclePlate, vehicleState } = transport;
  return {
    ...given(transport, ['freightValue', 'carrierId', 'volumeSpecies', 'volumeGrossWeight', 'volumeNetWeight']),
    ...(freightType ? { freightType } : {}),
    ...(typeof volumeQuantity === 'number' ? { volumeQuantity } : {}),
    ...(vehicleState ? { vehicleState: vehicleState.toUpperCase() } : {}),
    ...(carriage ? { carrier: carriage.carrier } : {}),
    ...(vehiclePlate ? { vehiclePlate: plainPlate(vehiclePlate) } : fleetVehicle(carriage)),
  };
}

function fleetVehicle(carriage: Carriage | null): Partial<TransportInput> {
  if (!carriage?.vehicle) return {};
  const { plate, state, rntc } = carriage.vehicle;
  return { vehiclePlate: plate, vehicleState: state, ...(rntc ? { vehicleRntc: rntc } : {}) };
}
