import { plainPlate } from '../carriers/plate.ts';
import { decimal } from '../money.ts';
import type { ComputedTransport } from '../nfe/note.ts';
import type { Operation } from '../taxation/operation.ts';
import type { TransportInput } from './payload.ts';

/** Group X of a note. On an interstate one the plate stays in the record and out of the XML (rule 868). Carriers come with their records. */
export function transportOf(
  transport: TransportInput | null | undefined,
  { destination }: Pick<Operation, 'destination'>,
): ComputedTransport {
  const { freightType, vehiclePlate, vehicleState } = transport ?? {};
  const hasVehicle = destination === '1' && vehiclePlate && vehicleState;
  return {
    freightType: freightType ?? 'NO_FREIGHT',
    carrier: null,
    vehicle: hasVehicle ? { plate: plainPlate(vehiclePlate), state: vehicleState, rntc: null } : null,
    volume: volumeOf(transport ?? {}),
  };
}

function volumeOf({ volumeQuantity, volumeSpecies, volumeNetWeight, volumeGrossWeight }: TransportInput) {
  const volume = {
    quantity: volumeQuantity ?? null,
    species: volumeSpecies ?? null,
    netWeight: volumeNetWeight ? decimal(volumeNetWeight).toFixed(3) : null,
    grossWeight: volumeGrossWeight ? decimal(volumeGrossWeight).toFixed(3) : null,
  };
  return Object.values(volume).some((value) => value !== null) ? volume : null;
}
