import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { normalizeVehicle, type VehicleInput } from '../../domain/carriers/normalize.ts';
import { defaultOf, Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { sentFieldNames, recordFor } from '../audit/record.ts';
import { orConflict } from '../conflict.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';
import { findCarrier, lockCarrier } from './carriers.ts';

/** The ids of a vehicle and of its carrier. */
export type VehiclePlace = { carrierId: string; vehicleId: string };

/**
 * Adds a vehicle to a fleet; its first vehicle is the default.
 *
 * @throws NotFound for the carrier
 * @throws DomainError `validation_error`, `invalid_plate`, `duplicate_plate`
 */
export async function createVehicle(
  orm: Orm,
  company: ActingCompany,
  carrierId: string,
  { isDefault, ...input }: VehicleInput & { isDefault?: boolean | null | undefined },
): Promise<Vehicle> {
  const record = normalizeVehicle(input);
  return changeFleet(orm, company.id, { carrierId }, async (em, fleet, carrier) => {
    const added = em.create(Vehicle, { company: company.id, carrier, ...record, isDefault: false });
    recordFor(em, company, 'VEHICLE_CREATED', added.id, { carrier });
    await keepOneDefault(em, [...fleet, added], { id: added.id, isDefault: isDefault === true || undefined });
    return added;
  });
}

/**
 * One page of a carrier's fleet, its default first, and how many vehicles it has.
 *
 * @throws NotFound for the carrier
 */
export async function findVehicles(
  em: EntityManager,
  carrierId: string,
  range: { limit: number; offset: number },
): Promise<[Vehicle[], number]> {
  const { id: carrier } = await findCarrier(em, carrierId);
  return em.findAndCount(Vehicle, { carrier }, { orderBy: [{ isDefault: 'desc' }, { id: 'desc' }], ...range });
}

/** @throws NotFound for the carrier as for the vehicle */
export async function findVehicle(em: EntityManager, { carrierId, vehicleId }: VehiclePlace): Promise<Vehicle> {
  const { id: carrier } = await findCarrier(em, carrierId);
  return findOrRefuse('vehicle', vehicleId, () => em.findOne(Vehicle, { id: vehicleId, carrier }));
}

/**
 * Changes the fields that are sent and leaves the others; null clears.
 *
 * @throws NotFound
 * @throws DomainError `validation_error`, `invalid_plate`, `duplicate_plate`
 */
export function changeVehicle(
  orm: Orm,
  company: ActingCompany,
  place: VehiclePlace,
  { isDefault, ...changes }: Partial<VehicleInput> & { isDefault?: boolean | undefined },
): Promise<Vehicle> {
  return changeFleet(orm, company.id, place, async (em, fleet) => {
    const vehicle = memberOf(fleet, place.vehicleId);
    vehicle.change(changes);
    recordFor(em, company, 'VEHICLE_CHANGED', vehicle.id, sentFieldNames({ ...changes, isDefault }));
    await keepOneDefault(em, fleet, { id: vehicle.id, isDefault });
    return vehicle;
  });
}

/** @throws NotFound */
export function removeVehicle(orm: Orm, company: ActingCompany, place: VehiclePlace): Promise<void> {
  return changeFleet(orm, company.id, place, async (em, fleet) => {
    const removed = memberOf(fleet, place.vehicleId);
    recordFor(em, company, 'VEHICLE_REMOVED', removed.id, { carrier: removed.carrier });
    await em.remove(removed).flush();
    const rest = fleet.filter((vehicle) => vehicle !== removed);
    await keepOneDefault(em, rest);
  });
}

/** A change of some vehicles of a locked carrier, which come the oldest first. */
type FleetWork<Result> = (em: EntityManager, fleet: Vehicle[], carrier: string) => Promise<Result>;

/** Locks the carrier before its fleet changes, so that simultaneous requests agree on one default. */
function changeFleet<Result>(
  orm: Orm,
  companyId: string,
  { carrierId, vehicleId }: { carrierId: string; vehicleId?: string },
  work: FleetWork<Result>,
): Promise<Result> {
  return orConflict(conflicts, () =>
    inCompany(orm, companyId, async (em) => {
      const { id: carrier } = await lockCarrier(em, carrierId);
      return work(em, await fleetOf(em, carrier, vehicleId), carrier);
    }),
  );
}

/**
 * The vehicles of a carrier that a change may concern, the oldest first: the named one, the default, and the oldest two, of which one may have to
 * become the default. The others of a large fleet are not read.
 */
async function fleetOf(em: EntityManager, carrier: string, named: string | undefined): Promise<Vehicle[]> {
  const id = named && isUuid(named) ? [{ id: named }] : [];
  const oldest = await em.find(Vehicle, { carrier }, { orderBy: { id: 'asc' }, limit: 2 });
  const concerned = await em.find(Vehicle, { carrier, $or: [{ isDefault: true }, ...id] }, { orderBy: { id: 'asc' } });
  return [...new Set([...oldest, ...concerned])];
}

/**
 * Writes which vehicle of the fleet is the default, together with all other changes of the fleet. The old default is cleared first, because the
 * unique index, which allows one default for a fleet, checks every statement.
 */
async function keepOneDefault(
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

function memberOf(fleet: Vehicle[], id: string): Vehicle {
  const vehicle = fleet.find((member) => member.id === id.toLowerCase());
  if (!vehicle) throw new NotFound('vehicle');
  return vehicle;
}

const conflicts = {
  vehicle_carrier_plate_unique: () => {
    const message =
      'Esta placa já está na frota desta transportadora: altere o veículo que existe, ou confira a placa.';
    return new DomainError('duplicate_plate', message, { issues: [{ path: 'plate', message }] });
  },
};
