import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import type { MasterKey } from '../../domain/seal.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { acceptLink } from '../../operations/offices/change-link.ts';
import { requestLink } from '../../operations/offices/request-link.ts';
import { createOffice, listOffices } from '../../operations/provisioning.ts';
import { demoOffice } from './portfolio.ts';

/** A company of the office's portfolio, and whether it lets the office issue. */
export type Member = { company: Company; issuingAllowed: boolean };

/** The office of local mode with its links; a link that was ever there stays as its user left it. */
export async function ensureOffice(orm: Orm, masterKey: MasterKey, portfolio: Member[]): Promise<Office> {
  const offices = await listOffices(orm);
  const office = offices.find(({ taxId }) => taxId === demoOffice.taxId) ?? (await createOffice(orm, demoOffice));
  for (const { company, issuingAllowed } of portfolio) {
    const sides = { officeId: office.id, companyId: company.id };
    if ((await acrossCompanies(orm).count(OfficeLink, { office: office.id, company: company.id })) > 0) continue;
    await requestLink({ orm, masterKey }, { office, by: 'OPERATOR' }, company.taxId);
    await acceptLink(orm, sides, { issuingAllowed });
  }
  return office;
}
