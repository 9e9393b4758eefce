import type { Orm } from '../../../../config/orm.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import type { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { linkOf } from '../../../support/rows/office.ts';
import { newCompany } from '../../fixture.ts';

/** Makes a company of this name with a link to an office, ACTIVE by default. */
export async function linkedCompany(
  orm: Orm,
  office: Pick<Office, 'id'>,
  name: string,
  status: OfficeLink['status'] = 'ACTIVE',
): Promise<Pick<Company, 'id' | 'taxId' | 'environment'>> {
  const { company } = await newCompany(orm);
  await acrossCompanies(orm).nativeUpdate(Company, { id: company.id }, { name });
  await linkOf(orm, office, company, { status });
  return company;
}
