import type { Orm } from '../../../config/orm.ts';
import { companyScopes } from '../../../domain/access/scopes.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import type { MasterKey } from '../../../domain/seal.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { addCertificate, createCompany, createKey } from '../../../operations/provisioning.ts';
import type { Authority } from '../servers/simulator.ts';

/** Where the company is made. Its first questions for received documents are spread over `distributionWaitSeconds`, by default an hour. */
type Opening = { orm: Orm; authority: Authority; masterKey: MasterKey; distributionWaitSeconds?: number | undefined };

/** Makes a company that can issue at the simulated authority, with a key of every scope and a very high rate limit. */
export async function openCompany(
  { orm, authority, masterKey, distributionWaitSeconds }: Opening,
  overrides: Partial<CompanyInput> = {},
): Promise<{ company: Company; key: string }> {
  const company = await createCompany(acrossCompanies(orm), { ...demoCompany, ...overrides });
  const pfx = await authority.certificate({ taxId: company.taxId, name: company.name, password: 'segredo' });
  const spread = distributionWaitSeconds === undefined ? {} : { distributionWaitSeconds };
  await addCertificate(acrossCompanies(orm), masterKey, {
    company,
    pfx,
    password: 'segredo',
    trust: [authority.caPem],
    ...spread,
  });
  const { secret } = await createKey(acrossCompanies(orm), {
    company,
    name: 'teste',
    scopes: companyScopes,
    ratePerSecond: 10_000,
    rateBurst: 10_000,
  });
  return { company, key: secret };
}
