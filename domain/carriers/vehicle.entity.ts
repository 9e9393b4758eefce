import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { Carrier } from './carrier.entity.ts';
import { normalizeVehicle, type VehicleInput } from './normalize.ts';

const VehicleSchema = defineEntity({
  name: 'Vehicle',
  tableName: 'vehicle',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    carrier: () => p.manyToOne(Carrier).mapToPk().deleteRule('cascade'),
    /** Letters and digits, at most 7. */
    plate: p.string().length(7),
    state: p.string().length(2),
    /** RNTRC of the vehicle. */
    rntc: p.string().length(20).nullable(),
    description: p.text().nullable(),
    isDefault: p.boolean().default(false),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ name: 'vehicle_carrier_plate_unique', properties: ['carrier', 'plate'] }],
  indexes: [
    { properties: ['company', 'id'] },
    {
      name: 'vehicle_default_unique',
      expression: `create unique index "vehicle_default_unique" on "vehicle" ("carrier_id") where "is_default"`,
    },
  ],
});

/** A vehicle of a carrier's fleet. Exactly one vehicle of a fleet is the default. */
export class Vehicle extends VehicleSchema.class {
  /**
   * Changes the fields that are sent, and clears those sent as null; `keepOneDefault` decides which vehicle is the default.
   *
   * @throws DomainError `validation_error` or `invalid_plate`
   */
  change(sent: Partial<VehicleInput>): void {
    Object.assign(this, normalizeVehicle({ ...this, ...sent }));
  }
}
VehicleSchema.setClass(Vehicle);

/** What decides which vehicle of a fleet is the default. */
type FleetMember = { id: string; isDefault: boolean };

/**
 * Id of the default vehicle of a fleet; null only when the fleet is empty.
 *
 * @param fleet the vehicles after one was added or removed, the oldest first
 * @param wish what the caller asked for one vehicle: to be the default, or not to be it while the fleet has another vehicle
 */
export function defaultOf(fleet: FleetMember[], wish?: { id: string; isDefault: boolean | undefined }): string | null {
  if (wish?.isDefault) return wish.id;
  const current = fleet.find(({ isDefault }) => isDefault);
  const declined = wish?.isDefault === false ? wish.id : null;
  if (current && current.id !== declined) return current.id;
  const other = fleet.find(({ id }) => id !== declined) ?? fleet[0];
  return other?.id ?? null;
}
