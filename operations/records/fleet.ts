import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { defaultOf } from '../../domain/carriers/fleet.ts';
import { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import { DomainError } from '../../domain/errors.ts';

/**
 * The vehicles of a locked carrier that a change is about, the oldest first: the one it names, the default, and the oldest two, of which
 * one may have to become it. The others of a large fleet have no part in it.
 */
export async function fleetOf(em: EntityManager, carrier: string, named: string | undefined): Promise<Vehicle[]> {
  const id = named && isUuid(named) ? [{ id: named }] : [];
  const oldest = await em.find(Vehicle, { carrier }, { orderBy: { id: 'asc' }, limit: 2 });
  const concerned = await em.find(Vehicle, { carrier, $or: [{ isDefault: true }, ...id] }, { orderBy: { id: 'asc' } });
  return [...new Set([...oldest, ...concerned])];
}

/**
 * Writes which vehicle of the fleet is the default, and with it whatever else of the fleet is to be written. The one before steps down
 * first: the index that allows a fleet one default looks at every statement.
 */
export async function settleFleet(
  em: EntityManager,
  fleet: Vehicle[],
  wish?: { id: string; isDefault: boolean | undefined },
): Promise<void> {
  const chosen = defaultOf(fleet, wish);
  for (const vehicle of fleet) if (vehicle.id !== chosen) vehicle.isDefault = false;
  await em.flush();
  for (const vehicle of fleet) if (vehicle.id === chosen) vehicle.isDefault = true;
  await em.flush();
}

/** What the constraints of fleets refuse. */
export const fleetConflicts = {
  vehicle_carrier_plate_unique: () => {
    const message =
      'Esta placa já está na frota desta transportadora: altere o veículo que existe, ou confira a placa.';
    return new DomainError('duplicate_plate', message, { issues: [{ path: 'plate', message }] });
  },
};
