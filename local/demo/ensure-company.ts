import { randomBytes } from 'node:crypto';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import type { MasterKey } from '../../domain/seal.ts';
import {
  addCertificate,
  createCompany,
  listCertificates,
  listCompanies,
  setCompany,
} from '../../operations/provisioning.ts';
import { distributionWaitSeconds } from '../product-environment.ts';
import { simulatorCertificate } from '../simulator.ts';
import { assertSimulated, type SimulatedAuthority } from './simulated-authority.ts';

const dayMs = 86_400_000;

/**
 * A company of local mode with a certificate that is valid for at least a day; what exists stays as its user left it.
 *
 * @throws Error for a company in PRODUCTION where the product would dial the real authority
 */
export async function ensureCompany(
  orm: Orm,
  { form, sealing, authority }: { form: CompanyInput; sealing: MasterKey; authority: SimulatedAuthority },
): Promise<Company> {
  assertSimulated(form, authority);
  const companies = await listCompanies(orm);
  const found = companies.find(({ taxId }) => taxId === form.taxId);
  const company = found ? await withServices(orm, found, form) : await createCompany(orm, form);
  await ensureCertificate(orm, sealing, company, authority);
  return company;
}

/** One made before Lavra knew services is told what they need. */
async function withServices(orm: Orm, found: Company, { nfse, serviceDefaults }: CompanyInput): Promise<Company> {
  return found.settings?.nfse === undefined ? setCompany(orm, found.taxId, { nfse, serviceDefaults }) : found;
}

async function ensureCertificate(
  orm: Orm,
  sealing: MasterKey,
  company: Company,
  { control, ca }: SimulatedAuthority,
): Promise<void> {
  const tomorrow = Date.now() + dayMs;
  const certificates = await listCertificates(orm, company);
  if (certificates.some(({ notAfter }) => notAfter.getTime() > tomorrow)) return;
  const password = randomBytes(12).toString('base64url');
  const { taxId, name } = company;
  const pfx = await simulatorCertificate(control, { taxId, name, password });
  await addCertificate(orm, sealing, { company, pfx, password, trust: [ca], distributionWaitSeconds });
}
