import { randomUUID } from 'node:crypto';
import type { Orm } from '../../config/orm.ts';
import { companyScopes, type CompanyScope } from '../../domain/access/scopes.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import {
  closeHosted,
  type HostedOptions,
  logsOfHosted,
  metricsOfHosted,
  startHosted,
} from '../support/servers/hosted-apis.ts';
import { issuer } from '../support/samples/notes.ts';
import { patientOrm, testDatabase } from '../support/servers/parts.ts';
import type { TestTemporal } from '../support/servers/temporal.ts';
import { type CallOptions, callUrl } from './call.ts';

export type { Answer, CallOptions } from './call.ts';
export type TestApi = Awaited<ReturnType<typeof startApi>>;

type Options = Partial<Omit<HostedOptions, 'temporalAddress'>> & {
  /** Of `testTemporal`; without it the API cannot reach Temporal. */
  temporal?: TestTemporal['client'];
};

/**
 * Starts the API on a database of its own; every response is checked against the contract. It runs in a process that test files share
 * (`tests/support/servers/api-host.ts`); `startOwnApi` starts one in the test's own process, where its parts can be replaced and looked at.
 */
export async function startApi({ temporal, databaseUrl, ...others }: Options = {}) {
  const database = databaseUrl ?? (await testDatabase());
  const options: HostedOptions = {
    ...others,
    databaseUrl: database,
    ...(temporal ? { temporalAddress: temporal.connection.options.address } : {}),
  };
  const [orm, { url }] = await Promise.all([patientOrm(database), startHosted(options)]);
  return {
    url,
    /** The database by its owner, for the arrangements of a test; the API uses a login of its own. */
    orm,
    call: (method: string, path: string, options: CallOptions = {}) => callUrl(`${url}${path}`, method, options),
    /** The lines of its log; errors in them are plain objects. */
    logs: () => logsOfHosted(url),
    /** What a scrape of the API gets. */
    metrics: () => metricsOfHosted(url),
    async close() {
      await Promise.all([closeHosted(url), orm.close()]);
    },
  };
}

type CompanyOptions = {
  scopes?: readonly CompanyScope[];
  environment?: 'PRODUCTION' | 'HOMOLOGATION';
  settings?: CompanySettings | null;
  ratePerSecond?: number;
  rateBurst?: number;
  /** When its certificate ends; null for no certificate. */
  certificateEnds?: string | null;
};

/** Settings of a company whose goods are taxed in full by default, so that its sales can be issued. */
export const shopSettings: CompanySettings = {
  ...issuer.settings,
  taxDefaults: { icmsSituation: '00', pisSituation: '01', pisRate: '1.65' },
};

/** Makes a company; by default with fiscal settings, a certificate, and a key of every scope. */
export async function newCompany(orm: Orm, options: CompanyOptions = {}) {
  const { scopes = companyScopes, environment = 'HOMOLOGATION', settings = shopSettings } = options;
  const { ratePerSecond = 1_000, rateBurst = 100_000, certificateEnds = '2099-12-31T12:00:00Z' } = options;
  const em = acrossCompanies(orm);
  const taxId = randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const company = em.create(Company, { taxId, name: 'Padaria São José Ltda', environment, settings });
  await em.flush();
  if (certificateEnds !== null) await giveCertificate(orm, company, certificateEnds);
  const { key, secret } = await createKey(acrossCompanies(orm), {
    company,
    name: 'teste',
    scopes,
    ratePerSecond,
    rateBurst,
  });
  return { company, keyRow: key, key: secret };
}

/** Gives a company a certificate of which only the dates are right: no test opens it. */
export async function giveCertificate(orm: Orm, { id, taxId }: Company, notAfter: string): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into certificate
       (id, company_id, tax_id, subject, issuer, serial_number, fingerprint, not_before, not_after, sealed, is_active, created_at)
     values (gen_random_uuid(), ?, ?, 'CN=ACME', 'CN=AC', '1', md5(?), '2025-01-01', ?, '{}', true, now())`,
    [id, taxId, notAfter, notAfter],
  );
}

/** A sale that is accepted as it is; `changes` replaces or adds fields. */
export function sale(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'NFE',
    operationNature: 'Venda de mercadoria',
    client: {
      name: 'Comércio Água Boa S/A',
      document: '11.444.777/0001-61',
      stateRegistration: '116881331118',
      street: 'Avenida Brasil',
      number: 'S/N',
      neighborhood: 'Jardim América',
      city: 'Campinas',
      state: 'SP',
      municipalityCode: '3509502',
      zipCode: '13010-000',
    },
    items: [item()],
    ...changes,
  };
}

/** A line of the sale. */
export function item(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const line = { code: 'P-001', description: 'Pão de queijo 1 kg', ncm: '19012090', cfop: '5102', unit: 'UN' };
  return { ...line, quantity: 4, unitValue: '25.00', ...changes };
}
