import type { EntityManager } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { type CarrierSnapshot, carrierSnapshot } from '../../domain/carriers/snapshot.ts';
import { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import { type RecordId, wellFormed } from './named-records.ts';

/** What a document takes of a carrier: its snapshot, and the default vehicle of its fleet. */
export type CarrierAndVehicle = {
  carrier: CarrierSnapshot;
  vehicle: { plate: string; state: string; rntc: string | null } | null;
};

/** The company's carrier with that id and its default vehicle; null where it has none, also for a removed one and a malformed id. */
export async function carrierAndVehicle(
  em: EntityManager,
  company: string,
  carrierId: RecordId,
): Promise<CarrierAndVehicle | null> {
  const [id] = wellFormed([carrierId]);
  const carrier = id ? await em.findOne(Carrier, { id, company, deletedAt: null }) : null;
  if (!carrier) return null;
  const vehicle = await em.findOne(Vehicle, { carrier: carrier.id, company, isDefault: true });
  return { carrier: carrierSnapshot(carrier), vehicle: vehicle && vehicleOf(vehicle) };
}

function vehicleOf({ plate, state, rntc = null }: Vehicle): CarrierAndVehicle['vehicle'] {
  return { plate, state, rntc };
}
