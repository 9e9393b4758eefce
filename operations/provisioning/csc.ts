import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { type Company, CompanyCsc } from '../../domain/companies/company.entity.ts';
import { type Csc, readCsc } from '../../domain/companies/security-codes.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';
import { record } from '../audit/record.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

type Place = { company: Pick<Company, 'id'>; environment: Environment };

/**
 * Makes this the CSC of a company in an environment, its token sealed; one that was there is replaced.
 *
 * @throws {DomainError} `validation_error`
 */
export async function setCsc(
  em: EntityManager,
  masterKey: MasterKey,
  { company, environment, ...written }: Place & Csc,
  actor: Actor = lavraItself,
): Promise<CompanyCsc> {
  const { id, token } = readCsc(written);
  const sealed = seal(masterKey, sealOwner.csc(company.id, environment), token);
  return em.transactional(async (em) => {
    const details = { environment, cscId: id };
    record(em, actor, { action: 'CSC_SET', company: company.id, subject: null, details });
    const row = { company: company.id, environment, cscId: id, sealed, updatedAt: new Date() };
    return em.upsert(CompanyCsc, row);
  });
}

/** The CSC of a company in each environment that has one. */
export function listCscs(em: EntityManager, company: Pick<Company, 'id'>): Promise<CompanyCsc[]> {
  return em.find(CompanyCsc, { company: company.id }, { orderBy: { environment: 'asc' } });
}

/**
 * Erases the CSC of a company in an environment: its NFC-e carry QR codes of version 3 from then on.
 *
 * @throws {ProvisioningRefused} `csc_not_found`
 */
export async function removeCsc(
  em: EntityManager,
  { company, environment }: Place,
  actor: Actor = lavraItself,
): Promise<void> {
  await em.transactional(async (em) => {
    const erased = await em.nativeDelete(CompanyCsc, { company: company.id, environment });
    if (erased === 0) throw new ProvisioningRefused('csc_not_found', `A empresa não tem CSC em ${environment}.`);
    record(em, actor, { action: 'CSC_REMOVED', company: company.id, subject: null, details: { environment } });
  });
}
