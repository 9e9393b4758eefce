import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { CompanyCsc } from '../../domain/companies/csc.entity.ts';
import { type Csc, readCsc } from '../../domain/companies/csc.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

type Place = { company: Pick<Company, 'id'>; environment: Environment };

/**
 * Makes this the CSC of a company in an environment, its token sealed; one that was there is replaced.
 *
 * @throws {DomainError} `validation_error`
 */
export async function setCsc(
  orm: Orm,
  masterKey: MasterKey,
  { company, environment, ...written }: Place & Csc,
): Promise<CompanyCsc> {
  const { id, token } = readCsc(written);
  const sealed = seal(masterKey, sealOwner.csc(company.id, environment), token);
  return acrossCompanies(orm).upsert(CompanyCsc, {
    company: company.id,
    environment,
    cscId: id,
    sealed,
    updatedAt: new Date(),
  });
}

/** The CSC of a company in each environment that has one. */
export function listCscs(orm: Orm, company: Pick<Company, 'id'>): Promise<CompanyCsc[]> {
  return acrossCompanies(orm).find(CompanyCsc, { company: company.id }, { orderBy: { environment: 'asc' } });
}

/**
 * Erases the CSC of a company in an environment: its NFC-e carry QR codes of version 3 from then on.
 *
 * @throws {ProvisioningRefused} `csc_not_found`
 */
export async function removeCsc(orm: Orm, { company, environment }: Place): Promise<void> {
  const erased = await acrossCompanies(orm).nativeDelete(CompanyCsc, { company: company.id, environment });
  if (erased === 0) throw new ProvisioningRefused('csc_not_found', `A empresa não tem CSC em ${environment}.`);
}
