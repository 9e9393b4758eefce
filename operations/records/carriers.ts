import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type CarrierInput, type CarrierSnapshot, carrierSnapshot } from '../../domain/carriers/carrier-input.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { normalizeCarrier } from '../../domain/carriers/normalize.ts';
import { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { sentFieldNames, recordFor } from '../audit/record.ts';
import { orConflict } from '../conflict.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';
import { type RecordId, wellFormed } from './named-records.ts';

/** @throws DomainError `validation_error`, `duplicate_document` */
export async function createCarrier(orm: Orm, company: ActingCompany, input: CarrierInput): Promise<Carrier> {
  const record = normalizeCarrier(input);
  return orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      const carrier = em.create(Carrier, { company: company.id, ...record });
      recordFor(em, company, 'CARRIER_CREATED', carrier.id);
      return carrier;
    }),
  );
}

/** @throws NotFound also for one that was removed */
export function findCarrier(em: EntityManager, id: string, lockMode?: LockMode): Promise<Carrier> {
  const where = { id, deletedAt: null };
  return findOrRefuse('carrier', id, () => em.findOne(Carrier, where, lockMode ? { lockMode } : {}));
}

/**
 * The carrier of that id, locked until the transaction ends: changes of a carrier or its fleet happen one after another.
 *
 * @throws NotFound
 */
export function lockCarrier(em: EntityManager, id: string): Promise<Carrier> {
  return findCarrier(em, id, LockMode.PESSIMISTIC_WRITE);
}

/**
 * Changes the fields that are sent and leaves the others; null clears.
 *
 * @throws NotFound
 * @throws DomainError `validation_error`, `duplicate_document`
 */
export function changeCarrier(
  orm: Orm,
  company: ActingCompany,
  id: string,
  changes: Partial<CarrierInput>,
): Promise<Carrier> {
  return orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      const carrier = await lockCarrier(em, id);
      carrier.change(changes);
      recordFor(em, company, 'CARRIER_CHANGED', carrier.id, sentFieldNames(changes));
      return carrier;
    }),
  );
}

/** @throws NotFound */
export function removeCarrier(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const carrier = await lockCarrier(em, id);
    carrier.remove();
    recordFor(em, company, 'CARRIER_REMOVED', carrier.id);
  });
}

const conflicts = {
  carrier_company_document_unique: () => {
    const message = 'Já existe uma transportadora com este documento: altere a que existe, ou confira o número.';
    return new DomainError('duplicate_document', message, { issues: [{ path: 'document', message }] });
  },
};

/** What a document takes from a carrier: a copy of its data, and the default vehicle of its fleet. */
export type CarrierAndVehicle = {
  carrier: CarrierSnapshot;
  vehicle: { plate: string; state: string; rntc: string | null } | null;
};

/**
 * A carrier of the company by id, with its default vehicle; null where the company has none with that id, also for a removed one and a malformed
 * id.
 */
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
