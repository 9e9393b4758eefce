import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { existing } from '../existing.ts';

const named = 'Transportador';

/**
 * The carrier of that id.
 *
 * @throws NotFound also for one that was removed, and for another company's
 */
export function findCarrier(em: EntityManager, id: string): Promise<Carrier> {
  return existing(named, id, () => em.findOne(Carrier, { id, deletedAt: null }));
}

/**
 * The same, locked until the transaction ends: whoever changes a carrier or its fleet goes one after another.
 *
 * @throws NotFound
 */
export function lockCarrier(em: EntityManager, id: string): Promise<Carrier> {
  const where = { id, deletedAt: null };
  return existing(named, id, () => em.findOne(Carrier, where, { lockMode: LockMode.PESSIMISTIC_WRITE }));
}

/** What the constraints of carriers refuse. */
export const carrierConflicts = {
  carrier_company_document_unique: () => {
    const message = 'Já existe uma transportadora com este documento: altere a que existe, ou confira o número.';
    return new DomainError('duplicate_document', message, { issues: [{ path: 'document', message }] });
  },
};
