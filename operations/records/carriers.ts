import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { CarrierInput } from '../../domain/carriers/carrier-input.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { normalizeCarrier } from '../../domain/carriers/normalize-carrier.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting-company.ts';
import { orConflict } from '../conflict.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';

/** @throws DomainError `validation_error`, `duplicate_document` */
export async function createCarrier(orm: Orm, { id: company }: ActingCompany, input: CarrierInput): Promise<Carrier> {
  const record = normalizeCarrier(input);
  return orConflict(conflicts, () => inCompany(orm, company, async (em) => em.create(Carrier, { company, ...record })));
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
 * What is sent changes, the rest stays; null clears.
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
      return carrier;
    }),
  );
}

/** @throws NotFound */
export function removeCarrier(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const carrier = await lockCarrier(em, id);
    carrier.remove();
  });
}

const conflicts = {
  carrier_company_document_unique: () => {
    const message = 'Já existe uma transportadora com este documento: altere a que existe, ou confira o número.';
    return new DomainError('duplicate_document', message, { issues: [{ path: 'document', message }] });
  },
};
