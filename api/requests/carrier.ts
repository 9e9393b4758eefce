import { LockMode } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';

/**
 * The carrier of that id.
 *
 * @throws NotFound also for one that was removed, and for another company's
 */
export async function findCarrier(em: EntityManager, id: string): Promise<Carrier> {
  return found(isUuid(id) ? await em.findOne(Carrier, { id, deletedAt: null }) : null);
}

/**
 * The same, locked until the transaction ends: whoever changes a carrier or its fleet goes one after another.
 *
 * @throws NotFound
 */
export async function lockCarrier(em: EntityManager, id: string): Promise<Carrier> {
  const where = { id, deletedAt: null };
  return found(isUuid(id) ? await em.findOne(Carrier, where, { lockMode: LockMode.PESSIMISTIC_WRITE }) : null);
}

function found(carrier: Carrier | null): Carrier {
  if (!carrier) throw new NotFound('Transportador');
  return carrier;
}

/** What the constraints of carriers refuse. */
export const carrierConflicts = {
  carrier_company_document_unique: () => {
    const message = 'Já existe uma transportadora com este documento: altere a que existe, ou confira o número.';
    return new DomainError('duplicate_document', message, { issues: [{ path: 'document', message }] });
  },
};
