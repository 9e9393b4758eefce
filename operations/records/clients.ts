import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type ClientChanges, clientRecord } from '../../domain/clients/change.ts';
import type { ClientInput } from '../../domain/clients/client-input.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { normalizeClient } from '../../domain/clients/normalize.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { sentFieldNames, recordFor } from '../audit/record.ts';
import { orConflict } from '../conflict.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';

/**
 * Puts a client on record, active unless the input says otherwise.
 *
 * @throws DomainError `validation_error`, `duplicate_document`
 */
export async function createClient(
  orm: Orm,
  company: ActingCompany,
  { isActive, ...input }: ClientInput & { isActive?: boolean | null | undefined },
): Promise<Client> {
  const record = clientRecord(normalizeClient(input, ''));
  return orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      const client = em.create(Client, { company: company.id, ...record, isActive: isActive ?? true });
      recordFor(em, company, 'CLIENT_CREATED', client.id);
      return client;
    }),
  );
}

/** @throws NotFound */
export function findClient(em: EntityManager, id: string, lockMode?: LockMode): Promise<Client> {
  return findOrRefuse('client', id, () => em.findOne(Client, { id }, lockMode ? { lockMode } : {}));
}

/**
 * Changes the fields that are sent and leaves the others; null clears.
 *
 * @throws NotFound
 * @throws DomainError `validation_error`, `duplicate_document`
 */
export function changeClient(
  orm: Orm,
  company: ActingCompany,
  id: string,
  changes: ClientChanges & { isActive?: boolean | undefined },
): Promise<Client> {
  return orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      const client = await findClient(em, id, LockMode.PESSIMISTIC_WRITE);
      client.change(changes);
      recordFor(em, company, 'CLIENT_CHANGED', client.id, sentFieldNames(changes));
      return client;
    }),
  );
}

/**
 * Removes a client that no document names.
 *
 * @throws NotFound
 * @throws DomainError `client_in_use`
 */
export async function removeClient(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  await orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      await findOrRefuse('client', id, async () => (await em.nativeDelete(Client, { id })) || null);
      recordFor(em, company, 'CLIENT_REMOVED', id);
    }),
  );
}

const conflicts = {
  client_company_document_unique: () => {
    const message = 'Já existe um cliente com este documento: altere o que existe, ou confira o número.';
    return new DomainError('duplicate_document', message, { issues: [{ path: 'document', message }] });
  },
  document_client_id_foreign: () => {
    const message = 'O cliente tem documentos e não pode ser removido. Para não usá-lo mais, envie isActive: false.';
    return new DomainError('client_in_use', message);
  },
};
