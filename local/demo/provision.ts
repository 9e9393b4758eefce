import { randomBytes } from 'node:crypto';
import { createOrm, type Orm } from '../../config/orm.ts';
import { ApiKey } from '../../domain/access/api-key.entity.ts';
import { hashApiKey } from '../../domain/access/key.ts';
import { companyScopes, officeScopes } from '../../domain/access/scopes.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { type MasterKey, masterKey } from '../../domain/seal.ts';
import { starterSet } from '../../domain/templates/template-set.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { acceptLink } from '../../operations/offices/change-link.ts';
import { requestLink } from '../../operations/offices/request-link.ts';
import {
  addCertificate,
  createCompany,
  createKey,
  createOffice,
  listCertificates,
  listCompanies,
  listOffices,
  loadTemplates,
  setCompany,
} from '../../operations/provisioning.ts';
import { createPerson, listPeople, type PersonPlace, resetPerson } from '../../operations/accounts/people.ts';
import type { KeyOwner } from '../../operations/provisioning/keys.ts';
import { distributionWaitSeconds } from '../product-environment.ts';
import { simulatorCertificate } from '../simulator.ts';
import { type LocalState, readState, writeState } from '../state.ts';
import { bakery, demoBuyer, demoCompany, demoOffice, workshop } from './companies.ts';

/** API keys of the demo companies and of the office, and the tax regime of the company that sells. */
export type DemoAccess = {
  companyKey: string;
  buyerKey: string;
  officeKey: string;
  /** Token of the link by which the demo's person chooses a password, once; null where there is a password. */
  panelToken: string | null;
  taxRegime: 'SIMPLES' | 'NORMAL';
};

/**
 * Migrates the database to the newest version, and creates what is missing of the demo companies, their certificates, the office with its links,
 * the keys and Lavra's own templates. What exists is kept, so that keys stay valid over restarts.
 */
export async function provision(
  databaseUrl: string,
  { state, authority }: { state: LocalState; authority: SimulatedAuthority },
): Promise<DemoAccess> {
  const orm = await createOrm(databaseUrl);
  try {
    await orm.schema.ensureDatabase();
    await orm.migrator.up();
    const sealing = masterKey(Buffer.from((await readState(state.masterKey)) ?? '', 'base64'));
    const ready = (form: CompanyInput): Promise<Company> => ensureCompany(orm, { form, sealing, authority });
    const keyOf = async (form: CompanyInput, file: string): Promise<string> =>
      ensureKey(orm, { company: await ready(form), scopes: companyScopes }, file);
    const companyKey = await keyOf(demoCompany, state.demoKey);
    const buyerKey = await keyOf(demoBuyer, state.buyerKey);
    const office = await ensureOffice(orm, sealing, [
      { company: await ready(bakery), issuingAllowed: true },
      { company: await ready(workshop), issuingAllowed: false },
    ]);
    const officeKey = await ensureKey(orm, { office, scopes: officeScopes }, state.officeKey);
    const panelToken = await ensurePerson(orm, [await ready(demoCompany), await ready(demoBuyer)], office);
    await loadTemplates(acrossCompanies(orm), { source: 'system', templates: starterSet(), dryRun: false });
    return { companyKey, buyerKey, officeKey, panelToken, taxRegime: demoCompany.taxRegime };
  } finally {
    await orm.close();
  }
}

/** Creates a further company for a scene, with its certificate, in a database that `provision` has prepared. */
export async function openCompany(
  databaseUrl: string,
  { state, authority, form }: { state: LocalState; authority: SimulatedAuthority; form: CompanyInput },
): Promise<Company> {
  const orm = await createOrm(databaseUrl);
  try {
    const sealing = masterKey(Buffer.from((await readState(state.masterKey)) ?? '', 'base64'));
    return await ensureCompany(orm, { form, sealing, authority });
  } finally {
    await orm.close();
  }
}

/** The person who signs in to the panel of local mode. */
export const demoPerson = { email: 'demo@lavra.example', name: 'Pessoa da demo' };

/**
 * Creates the demo's person, with access to the demo's companies, the office and the installation. @returns the token of the link; null where the
 * person has chosen a password
 */
async function ensurePerson(orm: Orm, companies: Company[], office: Office): Promise<string | null> {
  const known = (await listPeople(orm)).find(({ person }) => person.email === demoPerson.email);
  if (known?.person.passwordHash) return null;
  if (known) return (await resetPerson(orm, demoPerson.email, lavraItself)).token;
  const places: PersonPlace[] = [
    { officeId: office.id, role: 'OFFICE_ADMIN' },
    { role: 'OPERATOR' },
    ...companies.map(({ id }) => ({ companyId: id, role: 'COMPANY_ADMIN' }) as const),
  ];
  const tokens: (string | null)[] = [];
  for (const place of places) tokens.push((await createPerson(orm, { ...demoPerson, ...place }, lavraItself)).token);
  return tokens.at(-1) ?? null;
}

/**
 * The simulated authority: the address of its control API, the root that signs its server certificate, and the address that the product dials in
 * place of a real authority's.
 */
type SimulatedAuthority = { control: string; ca: string; dialled: string | undefined };

/** @throws Error for a company in PRODUCTION where the product would dial the real authority */
export function assertSimulated(
  { name, environment }: Pick<CompanyInput, 'name' | 'environment'>,
  { dialled }: Pick<SimulatedAuthority, 'dialled'>,
): void {
  if (environment !== 'PRODUCTION' || dialled !== undefined) return;
  throw new Error(
    `${name} emite em produção e só pode ser iniciada com a autoridade simulada: falta LAVRA_AUTHORITY_ADDRESS`,
  );
}

const dayMs = 86_400_000;

/**
 * Creates a company of local mode, with a certificate that is valid for at least a day; what exists stays as its user left it.
 *
 * @throws Error for a company in PRODUCTION where the product would dial the real authority
 */
async function ensureCompany(
  orm: Orm,
  { form, sealing, authority }: { form: CompanyInput; sealing: MasterKey; authority: SimulatedAuthority },
): Promise<Company> {
  assertSimulated(form, authority);
  const companies = await listCompanies(acrossCompanies(orm));
  const found = companies.find(({ taxId }) => taxId === form.taxId);
  const company = found ? await withServices(orm, found, form) : await createCompany(acrossCompanies(orm), form);
  await ensureCertificate(orm, sealing, company, authority);
  return company;
}

/** Gives a company from a version of the demo without services the settings that these need. */
async function withServices(orm: Orm, found: Company, { nfse, serviceDefaults }: CompanyInput): Promise<Company> {
  return found.settings?.nfse === undefined
    ? setCompany(acrossCompanies(orm), found.taxId, { nfse, serviceDefaults })
    : found;
}

async function ensureCertificate(
  orm: Orm,
  sealing: MasterKey,
  company: Company,
  { control, ca }: SimulatedAuthority,
): Promise<void> {
  const tomorrow = Date.now() + dayMs;
  const certificates = await listCertificates(acrossCompanies(orm), company);
  if (certificates.some(({ notAfter }) => notAfter.getTime() > tomorrow)) return;
  const password = randomBytes(12).toString('base64url');
  const { taxId, name } = company;
  const pfx = await simulatorCertificate(control, { taxId, name, password });
  await addCertificate(acrossCompanies(orm), sealing, { company, pfx, password, trust: [ca], distributionWaitSeconds });
}

/** The key in a state file, if it is valid; else a new one, which is written there. */
async function ensureKey(orm: Orm, owner: KeyOwner, file: string): Promise<string> {
  const kept = await readState(file);
  const known = kept && (await acrossCompanies(orm).findOne(ApiKey, { hash: hashApiKey(kept), revokedAt: null }));
  if (known) return kept;
  const { secret } = await createKey(acrossCompanies(orm), { ...owner, name: 'Demonstração local' });
  await writeState(file, secret);
  return secret;
}

/** A company of the office's portfolio, and whether it lets the office issue. */
type Member = { company: Company; issuingAllowed: boolean };

/** Creates the office of local mode with its links; a link that exists, or has existed, stays as its user left it. */
async function ensureOffice(orm: Orm, masterKey: MasterKey, portfolio: Member[]): Promise<Office> {
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
