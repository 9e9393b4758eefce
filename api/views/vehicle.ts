import type { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import type { Schema } from '../operations.ts';

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
