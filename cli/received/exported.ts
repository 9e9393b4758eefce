import type { Orm } from '../../config/orm.ts';
import { inOffice } from '../../operations/in-company.ts';
import { chosenCompanies } from '../../operations/offices/chosen-companies.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import { portfolioParts } from '../../operations/received/portfolio-parts.ts';
import type { Exported } from './export-file.ts';

/**
 * Whose month is exported, by what was typed: the portfolio of an office, or else a company.
 *
 * @throws {ProvisioningRefused} `office_not_found`, `company_not_found`
 * @throws DomainError `portfolio_too_large`
 */
export async function exported(
  orm: Orm,
  { company = '', office }: { company?: string; office?: string },
): Promise<Exported> {
  if (office === undefined) {
    const found = await findCompany(orm, company);
    return { taxId: found.taxId, parts: [{ company: found, folder: '' }] };
  }
  const { id, taxId } = await findOffice(orm, office);
  return { taxId, parts: portfolioParts(await inOffice(orm, id, (em) => chosenCompanies(em))), office: id };
}
