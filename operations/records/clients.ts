import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { ClientChanges } from '../../domain/clients/change.ts';
import type { ClientInput } from '../../domain/clients/client-input.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { normalizeClient } from '../../domain/clients/normalize.ts';
import { recordOf } from '../../domain/clients/record.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting-company.ts';
import { orConflict } from '../conflict.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';

/**
 * Puts a client on record, active unless it is said otherwise.
 *
 * @throws DomainError `validation_error`, `duplicate_document`
 */
export async function createClient(
  orm: Orm,
  { id: company }: ActingCompany,
  { isActive, ...input }: ClientInput & { isActive?: boolean | null | undefined },
): Promise<Client> {
  const record = recordOf(normalizeClient(input, ''));
  return orConflict(conflicts, () =>
    inCompany(orm, company, async (em) => em.create(Client, { company, ...record, isActive: isActive ?? true })),
  );
}

/** @throws NotFound */
export function findClient(em: EntityManager, id: string, lockMode?: LockMode): Promise<Client> {
  return findOrRefuse('client', id, () => em.findOne(Client, { id }, lockMode ? { lockMode } : {}));
}

/**
 * What is sent changes, the rest stays; null clears.
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
      return client;
    }),
  );
}

/**
 * Removes a client whom no document names.
 *
 * @throws NotFound
 * @throws DomainError `client_in_use`
 */
export async function removeClient(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  await orConflict(conflicts, () =>
    inCompany(orm, company.id, (em) =>
      findOrRefuse('client', id, async () => (await em.nativeDelete(Client, { id })) || null),
    ),
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
