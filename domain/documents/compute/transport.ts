import { plainPlate } from '../../carriers/normal-forms.ts';
import type { CarrierSnapshot } from '../../carriers/snapshot.ts';
import { decimal } from '../../money.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ComputedTransport } from '../computed-note.ts';
import type { TransportInput } from '../payload.ts';

/** Group X of a note. On an interstate note the plate stays in the record and out of the XML (rule 868). */
export function transportOf(
  transport: TransportInput | null | undefined,
  { destination }: Pick<Operation, 'destination'>,
): ComputedTransport {
  const { freightType, carrier } = transport ?? {};
  return {
    freightType: freightType ?? 'NO_FREIGHT',
    carrier: carrier ? carrierOf(carrier) : null,
    vehicle: destination === '1' ? vehicleOf(transport ?? {}) : null,
    volume: volumeOf(transport ?? {}),
  };
}

function carrierOf(carrier: CarrierSnapshot): ComputedTransport['carrier'] {
  const { document, name, stateRegistration, address, city, state } = carrier;
  return { document: document || null, name, stateRegistration, address, city, state };
}

/** The RNTRC is the carrier's where the vehicle has none of its own. */
function vehicleOf({ vehiclePlate, vehicleState, vehicleRntc, carrier }: TransportInput): ComputedTransport['vehicle'] {
  if (!vehiclePlate || !vehicleState) return null;
  return { plate: plainPlate(vehiclePlate), state: vehicleState, rntc: vehicleRntc ?? carrier?.anttCode ?? null };
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
