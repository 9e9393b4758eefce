import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@temporalio/client';
import type { Blobs } from '../../adapters/blobs/blobs.ts';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createDeliverer, type Deliverer } from '../../adapters/outbound/deliver.ts';
import { createApp } from '../../api/app.ts';
import type { Handlers } from '../../api/operations.ts';
import type { Orm } from '../../config/orm.ts';
import { companyScopes, type CompanyScope } from '../../domain/access/scopes.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { masterKey } from '../../domain/seal.ts';
import { type RateTables, shippedRates } from '../../domain/taxation/rate-tables.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { createClient } from '../../temporal/client.ts';
import { issuer } from '../support/notes.ts';
import { byLogin, patientOrm, testDatabase } from '../support/parts.ts';
import { remembering } from '../support/remembering.ts';

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };
export type CallOptions = { key?: string; body?: unknown; headers?: Record<string, string> };
export type TestApi = Awaited<ReturnType<typeof startApi>>;

export type Options = {
  temporal?: Client;
  allowLocal?: boolean;
  /** What sends pings. */
  deliverer?: Deliverer;
  pdf?: (html: string, owner: string) => Promise<Uint8Array>;
  /** How long requests wait for the authority; long enough for a machine that is busy, unless told otherwise. */
  patienceMs?: number;
  /** In place of a database of the file's own. */
  databaseUrl?: string;
  publicUrl?: string;
  stalledAfterMs?: number;
  /** What stands around the store of ZIPs, a folder of the test's own. */
  around?: (blobs: Blobs) => Blobs;
  /** Handlers in place of the API's own. */
  replaced?: Partial<Handlers>;
  /** In place of rates that last. */
  rates?: RateTables;
};

/** The rates of 2026, on whatever day tests run: those of 2027 are not set yet. */
const lastingRates: RateTables = {
  ...shippedRates,
  ibsCbs: {
    ...shippedRates.ibsCbs,
    periods: shippedRates.ibsCbs.periods
      .filter(({ cbs }) => cbs !== null)
      .map((period) => ({ ...period, until: '9999-12-31' })),
  },
};

/** The API on a database of its own, every response checked against the contract. Temporal is away unless it is given. */
export async function startApi(options: Options = {}) {
  const { temporal, allowLocal = true, pdf, patienceMs = 120_000, databaseUrl, replaced = {} } = options;
  const { publicUrl, stalledAfterMs = 120_000 } = options;
  const url = databaseUrl ?? (await testDatabase());
  const [orm, apiOrm] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'api'))]);
  const deliverer = options.deliverer ?? createDeliverer({ allowLocal, timeoutMs: 30_000 });
  const folder = await mkdtemp(join(tmpdir(), 'lavra-api-'));
  const blobs = openBlobs(pathToFileURL(folder).href);
  const stopping = new AbortController();
  const cut = new AbortController();
  const logs: Record<string, unknown>[] = [];
  const app = createApp(
    {
      orm: apiOrm,
      temporal: temporal ?? temporalAway(),
      version: '0.0.0-test',
      masterKey: masterKey(Buffer.alloc(32, 7)),
      rates: options.rates ?? lastingRates,
      renderer: { pdf: pdf ?? (async (html) => Buffer.from(`%PDF-1.7 ${html.length}`)) },
      deliverer,
      blobs: options.around?.(blobs) ?? blobs,
      guard: { allowLocal },
      patienceMs,
      publicUrl,
      stalledAfterMs,
      logger: remembering(logs),
      stopping: stopping.signal,
      cut: cut.signal,
    },
    { validateResponses: true, replaced },
  );
  const server = app.listen(0, '127.0.0.1');
  server.keepAliveTimeout = 120_000; // longer than any pause between two requests
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    /** The database by its owner, for what a test arranges; the API has its own login. */
    orm,
    apiOrm,
    blobs,
    logs,
    server,
    stopping,
    cut,
    call: (method: string, path: string, options: CallOptions = {}) => call(`${address}${path}`, method, options),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await deliverer.close();
      await Promise.all([orm.close(), apiOrm.close()]);
      blobs.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Text and bytes go as they are, anything else as JSON. */
function bytesOf(body: unknown): string | Buffer<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
}

async function call(url: string, method: string, { key, body, headers = {} }: CallOptions): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const parsed: unknown = isJson ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, body: parsed as Answer['body'] };
}

type CompanyOptions = {
  scopes?: readonly CompanyScope[];
  environment?: 'PRODUCTION' | 'HOMOLOGATION';
  settings?: CompanySettings | null;
  ratePerSecond?: number;
  rateBurst?: number;
  /** When its certificate ends; null where it has none. */
  certificateEnds?: string | null;
};

/** A company whose goods are taxed in full unless a sale says otherwise: its sales can be issued. */
export const shopSettings: CompanySettings = {
  ...issuer.settings,
  taxDefaults: { icmsSituation: '00', pisSituation: '01', pisRate: '1.65' },
};

/** A company with fiscal settings, a certificate and a key with every scope, unless told otherwise. */
export async function newCompany(orm: Orm, options: CompanyOptions = {}) {
  const { scopes = companyScopes, environment = 'HOMOLOGATION', settings = shopSettings } = options;
  const { ratePerSecond = 1_000, rateBurst = 100_000, certificateEnds = '2099-12-31T12:00:00Z' } = options;
  const em = acrossCompanies(orm);
  const taxId = randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const company = em.create(Company, { taxId, name: 'Padaria São José Ltda', environment, settings });
  await em.flush();
  if (certificateEnds !== null) await giveCertificate(orm, company, certificateEnds);
  const { key, secret } = await createKey(orm, { company, name: 'teste', scopes, ratePerSecond, rateBurst });
  return { company, keyRow: key, key: secret };
}

/** A certificate of which only the dates matter: nobody opens it. */
export async function giveCertificate(orm: Orm, { id, taxId }: Company, notAfter: string): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into certificate
       (id, company_id, tax_id, subject, issuer, serial_number, fingerprint, not_before, not_after, sealed, is_active, created_at)
     values (gen_random_uuid(), ?, ?, 'CN=ACME', 'CN=AC', '1', md5(?), '2025-01-01', ?, '{}', true, now())`,
    [id, taxId, notAfter, notAfter],
  );
}

/** A Temporal client that reaches no server. */
export function temporalAway(): Client {
  return createClient({
    temporal: {
      address: '127.0.0.1:1',
      namespace: 'default',
      apiKey: undefined,
      tls: false,
      certFile: undefined,
      keyFile: undefined,
    },
  });
}

/** A sale that is accepted as it is; whatever is given replaces or adds to its fields. */
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
