import { randomBytes } from 'node:crypto';
import { createOrm, type Orm } from '../../config/orm.ts';
import { ApiKey } from '../../domain/access/api-key.entity.ts';
import { hashApiKey } from '../../domain/access/key.ts';
import { companyScopes } from '../../domain/access/scopes.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type MasterKey, masterKey } from '../../domain/seal.ts';
import { starterSet } from '../../domain/templates/template-set.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  addCertificate,
  createCompany,
  createKey,
  listCertificates,
  listCompanies,
  loadTemplates,
  setCompany,
} from '../../operations/provisioning.ts';
import { distributionWaitSeconds } from '../product-environment.ts';
import { simulatorCertificate } from '../simulator.ts';
import { type LocalState, readState, writeState } from '../state.ts';
import { demoBuyer } from './buyer.ts';
import { demoCompany } from './company.ts';

const dayMs = 86_400_000;

/** A key of each demo company, and the regime of the one that sells. */
export type DemoAccess = { companyKey: string; buyerKey: string; taxRegime: 'SIMPLES' | 'NORMAL' };

type DemoForm = typeof demoCompany | typeof demoBuyer;

/**
 * Brings the database to the newest migration, and makes both demo companies, their certificates, their keys and Lavra's own templates
 * where they are missing. What exists is kept: the same keys stay valid over restarts.
 */
export async function provision(
  databaseUrl: string,
  { state, control, ca }: { state: LocalState; control: string; ca: string },
): Promise<DemoAccess> {
  const orm = await createOrm(databaseUrl);
  try {
    await orm.schema.ensureDatabase();
    await orm.migrator.up();
    const sealing = masterKey(Buffer.from((await readState(state.masterKey)) ?? '', 'base64'));
    const ready = async (form: DemoForm, keyFile: string): Promise<string> => {
      const company = await ensureCompany(orm, form);
      await ensureCertificate(orm, sealing, company, { control, ca });
      return ensureKey(orm, company, keyFile);
    };
    const companyKey = await ready(demoCompany, state.demoKey);
    const buyerKey = await ready(demoBuyer, state.buyerKey);
    await loadTemplates(orm, { source: 'system', templates: starterSet(), dryRun: false });
    return { companyKey, buyerKey, taxRegime: demoCompany.taxRegime };
  } finally {
    await orm.close();
  }
}

/** One made before Lavra knew services is told what they need; the rest of it stays as its user left it. */
async function ensureCompany(orm: Orm, form: DemoForm): Promise<Company> {
  const companies = await listCompanies(orm);
  const found = companies.find(({ taxId }) => taxId === form.taxId);
  if (!found) return createCompany(orm, form);
  if (found.settings?.nfse !== undefined) return found;
  const { nfse, serviceDefaults } = form;
  return setCompany(orm, form.taxId, { nfse, serviceDefaults });
}

async function ensureCertificate(
  orm: Orm,
  sealing: MasterKey,
  company: Company,
  { control, ca }: { control: string; ca: string },
): Promise<void> {
  const tomorrow = Date.now() + dayMs;
  const certificates = await listCertificates(orm, company);
  if (certificates.some(({ notAfter }) => notAfter.getTime() > tomorrow)) return;
  const password = randomBytes(12).toString('base64url');
  const { taxId, name } = company;
  const pfx = await simulatorCertificate(control, { taxId, name, password });
  await addCertificate(orm, sealing, { company, pfx, password, trust: [ca], distributionWaitSeconds });
}

async function ensureKey(orm: Orm, company: Company, file: string): Promise<string> {
  const kept = await readState(file);
  const known = kept && (await acrossCompanies(orm).findOne(ApiKey, { hash: hashApiKey(kept), revokedAt: null }));
  if (known) return kept;
  const { secret } = await createKey(orm, { company, name: 'Demonstração local', scopes: companyScopes });
  await writeState(file, secret);
  return secret;
}
