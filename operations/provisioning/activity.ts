import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { usualWaitSeconds } from '../../domain/received/distribution-timing.ts';
import { record } from '../audit/record.ts';
import { addMissingRows } from '../distribution/rows.ts';
import { findCompany } from './companies.ts';

/** Over which the first questions for received documents are spread, and who says so. */
type By = { waitSeconds?: number | undefined; actor?: Actor };

/**
 * Switches a company off, or on again; what it is already changes nothing. Switched off, its keys and its people are not admitted, its offices do
 * not see it, nothing is fetched for it and its links to downloads have ended for good; what it asked for before goes on to its end.
 *
 * @throws {ProvisioningRefused} `company_not_found`
 */
export async function setActive(
  em: EntityManager,
  reference: string,
  isActive: boolean,
  { waitSeconds = usualWaitSeconds, actor = lavraItself }: By = {},
): Promise<Company> {
  const { id } = await findCompany(em, reference);
  return em.transactional(async (em) => {
    const company = await em.findOneOrFail(Company, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (company.isActive === isActive) return company;
    company.isActive = isActive;
    const action = isActive ? 'COMPANY_ACTIVATED' : 'COMPANY_DEACTIVATED';
    record(em, actor, { action, company: id, subject: id });
    await em.flush();
    // Whose first certificate came meanwhile has no rows yet.
    if (isActive) await addMissingRows(em, { companyId: id, now: new Date(), waitSeconds });
    return company;
  });
}
