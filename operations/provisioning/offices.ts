import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { v7 as uuid, validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import { record } from '../audit/record.ts';
import { acrossCompanies } from '../in-company.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/** An office as an operator enters it: `taxId` is a CNPJ or CPF without punctuation, checked by the caller. */
export type OfficeInput = { taxId: string; name: string; email?: string | null };

/** Creates an office, without keys or links. @throws {ProvisioningRefused} `office_exists` */
export function createOffice(orm: Orm, input: OfficeInput, actor: Actor = lavraItself): Promise<Office> {
  return addOffice(acrossCompanies(orm), input, actor);
}

/**
 * As `createOffice`, with the rights of `em`.
 *
 * @param id given by the caller, where it has to be known beforehand
 */
export async function addOffice(
  em: EntityManager,
  { taxId, name, email = null }: OfficeInput,
  actor: Actor,
  id: string = uuid(),
): Promise<Office> {
  const office = em.create(Office, { id, taxId, name, email });
  record(em, actor, { action: 'OFFICE_CREATED', office: id, subject: id, details: { taxId, name } });
  try {
    await em.flush();
    return office;
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause;
    throw new ProvisioningRefused('office_exists', `Já existe um escritório com o documento ${taxId}.`, { cause });
  }
}

/** An office by its id, its CNPJ or its CPF, with or without punctuation. @throws {ProvisioningRefused} `office_not_found` */
export async function findOffice(orm: Orm, reference: string): Promise<Office> {
  const where = isUuid(reference) ? { id: reference } : { taxId: plainTaxId(reference) };
  const office = await acrossCompanies(orm).findOne(Office, where);
  if (office) return office;
  throw new ProvisioningRefused('office_not_found', `Não há escritório "${reference}".`);
}

/** Every office, by name. */
export function listOffices(orm: Orm): Promise<Office[]> {
  return acrossCompanies(orm).findAll(Office, { orderBy: { name: 'asc', id: 'asc' } });
}

/**
 * Suspends an office, whose keys are refused from then on, or reactivates it; repeating it changes nothing.
 *
 * @throws {ProvisioningRefused} `office_not_found`
 */
export async function setSuspended(
  orm: Orm,
  reference: string,
  isSuspended: boolean,
  actor: Actor = lavraItself,
): Promise<Office> {
  const { id } = await findOffice(orm, reference);
  return switchOffice(acrossCompanies(orm), id, isSuspended, actor);
}

/** Suspends an office that `em` sees, by its id, or reactivates it. */
export async function switchOffice(em: EntityManager, id: string, isSuspended: boolean, actor: Actor): Promise<Office> {
  const office = await em.findOneOrFail(Office, id);
  const action = isSuspended ? 'OFFICE_SUSPENDED' : 'OFFICE_RESUMED';
  if (isSuspended !== Boolean(office.suspendedAt)) record(em, actor, { action, office: id, subject: id });
  office.suspendedAt = isSuspended ? (office.suspendedAt ?? new Date()) : null;
  await em.flush();
  return office;
}
