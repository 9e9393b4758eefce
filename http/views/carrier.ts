import type { Carrier } from '../../domain/carriers/carrier.entity.ts';
import type { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import type { Schema } from '../schema.ts';

/** A carrier on record; its fleet is a list of its own. */
export function carrierView(carrier: Carrier): Schema<'Carrier'> {
  const { id, name, document, createdAt, updatedAt } = carrier;
  return {
    id,
    name,
    document,
    documentType: carrier.documentType ?? null,
    stateRegistration: carrier.stateRegistration ?? null,
    anttCode: carrier.anttCode ?? null,
    email: carrier.email ?? null,
    street: carrier.street ?? null,
    number: carrier.number ?? null,
    city: carrier.city ?? null,
    state: carrier.state ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A vehicle of a fleet. */
export function vehicleView(vehicle: Vehicle): Schema<'Vehicle'> {
  const { id, carrier, plate, state, rntc, description, isDefault, createdAt, updatedAt } = vehicle;
  return {
    id,
    carrierId: carrier,
    plate,
    state,
    rntc: rntc ?? null,
    description: description ?? null,
    isDefault,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
