import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Admin, createAdmin, LavraError } from '../../clients/typescript/src/index.ts';
import type { Orm } from '../../config/orm.ts';
import { hashApiKey } from '../../domain/access/key.ts';
import { startProgram } from '../../local/services/program.ts';
import { answersOk, untilReady } from '../../local/services/service.ts';
import { localSettings } from '../../local/settings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { certificateMaker, companyForm, operatorKey, password } from '../panel/admin/operator.ts';
import { customers } from '../support/faults/kills.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { createPart, type Part } from '../support/servers/part.ts';
import { byLogin, patientOrm, schemas, testDatabase } from '../support/servers/parts.ts';
import { testTemporal, type TestTemporal } from '../support/servers/temporal.ts';

const atOnce = 4;
const readyWithinMs = 300_000;
const series = { series: 7, nextNumber: 1_001 };

const certificates = certificateMaker({ sharesKey: true });
const taxIds = Array.from({ length: customers }, (_, at) => cnpjOf(81_000_000 + at));
let folder: string;
let temporal: TestTemporal;
let orm: Orm;
let panel: Part;
let url: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-panel-'));
  const database = await testDatabase();
  [temporal, orm] = await Promise.all([testTemporal(), patientOrm(database)]);
  const [port = 0] = await ownPorts(1);
  url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, 'ca.pem'), certificates.trust.join('\n'));
  const env = {
    ...localSettings().inherited,
    DATABASE_PANEL_URL: byLogin(database, 'panel'),
    TEMPORAL_ADDRESS: temporal.address,
    LAVRA_MASTER_KEY: randomBytes(32).toString('base64'),
    LAVRA_SCHEMAS: schemas,
    LAVRA_CA_BUNDLE: join(folder, 'ca.pem'),
    LAVRA_BLOBS: pathToFileURL(join(folder, 'blobs')).href,
    LAVRA_PANEL_PORT: String(port),
    LAVRA_METRICS_PORT: '0',
    PUPPETEER_EXECUTABLE_PATH: '',
  };
  panel = createPart(async () => {
    const service = await startProgram({ name: 'painel', script: 'panel/server.ts', env, logs: join(folder, 'logs') });
    await untilReady(service, () => answersOk(`${url}/health`), readyWithinMs);
    return service;
  });
  await panel.start();
  ({ key } = await operatorKey(orm));
});
afterAll(async () => {
  await panel?.stop();
  await orm?.close();
  await temporal?.close();
  await rm(folder, { recursive: true, force: true });
});

test(`a loop makes ${customers} companies with certificate, series, an invitation and a key while the panel is killed twice: each is there once, and whole`, async () => {
  const admin = createAdmin({ baseUrl: url, apiKey: key, maxRetries: 200, maxPauseSeconds: 2 });
  const begun = Date.now();
  const kills = [Math.ceil(customers / 3), Math.ceil((2 * customers) / 3)];
  const killing: Promise<void>[] = [];
  const keys = await takeOn(admin, (done) => {
    if (kills.includes(done)) killing.push(panel.kill().then(async () => void (await panel.start())));
  });
  await Promise.all(killing);
  const seconds = Math.round((Date.now() - begun) / 1_000);
  process.stdout.write(`${customers} companies in ${seconds} s, of which two starts of the panel\n`);
  expect(killing).toHaveLength(2);
  await expectEachWhole(keys);

  // A loop that starts again after its process was killed creates nothing.
  const again = await takeOn(admin, () => {});
  expect(again.every((each) => each === null)).toBe(true);
  await expectEachWhole(keys);
});

/** Creates every customer, a few at once. @returns the key of each; null if an earlier loop already has it */
async function takeOn(admin: Admin, told: (done: number) => void): Promise<(string | null)[]> {
  const keys: (string | null)[] = Array.from({ length: customers }, () => null);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < customers; at = next++) {
      keys[at] = await takenOn(admin, taxIds[at]!);
      told((done += 1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return keys;
}

/** Creates one customer as any software house could: each step may be repeated, and a key that was lost with its answer is revoked and created anew. */
async function takenOn(admin: Admin, taxId: string): Promise<string | null> {
  const step = (name: string) => ({ idempotencyKey: `${taxId}-${name}` });
  const company = await admin.companies.create(
    companyForm(taxId) as Parameters<Admin['companies']['create']>[0],
    step('company'),
  );
  await admin.certificates.add(company.id, { pfx: fileOf(taxId), password }, step('a1'));
  await admin.series.set(company.id, 'NFE', series);
  const invited = { email: `${taxId}@example.com`, role: 'COMPANY_ADMIN' as const };
  await admin.companyPeople.invite(company.id, invited, step('person'));
  const form = { name: 'ERP', scopes: ['documents:write' as const] };
  for (let attempt = 1; ; attempt += 1) {
    const made = await admin.keys.create(company.id, form, step(`key-${attempt}`));
    if ('key' in made) {
      known.set(taxId, made.key);
      return made.key;
    }
    if (known.has(taxId)) return null;
    await untilAnswered(() => admin.keys.revoke(company.id, made.id));
  }
}

/** Repeats a revocation after a broken connection, which is safe here; the client itself does not repeat a DELETE. */
async function untilAnswered(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await call());
    } catch (error) {
      if (!(error instanceof LavraError) || error.code !== 'connection_failed') throw error;
    }
  }
}

/** Each customer has one certificate file, whichever loop sends it. */
const files = new Map<string, string>();
function fileOf(taxId: string): string {
  const file = files.get(taxId) ?? certificates.fileFor(taxId);
  files.set(taxId, file);
  return file;
}

/** The keys that the software house has stored, by tax id. */
const known = new Map<string, string>();

async function expectEachWhole(keys: (string | null)[]): Promise<void> {
  const rows = await acrossCompanies(orm).execute<Record<string, unknown>[]>(
    `select c.tax_id as "taxId",
       (select count(*)::int from certificate a where a.company_id = c.id) as certificates,
       (select count(*)::int from number_series n where n.company_id = c.id and n.series = ${series.series} and n.next_number = ${series.nextNumber}) as series,
       (select array_agg(k.hash order by k.hash) from api_key k where k.company_id = c.id and k.revoked_at is null) as keys,
       (select count(*)::int from person_invitation i where i.company_id = c.id) as invitations,
       (select count(*)::int from audit_entry e where e.company_id = c.id and e.action = 'COMPANY_CREATED') as created
     from company c order by c.tax_id`,
  );
  const whole = taxIds.map((taxId, at) => ({
    ...{ taxId, certificates: 1, series: 1, invitations: 1, created: 1 },
    keys: [hashApiKey(keys[at] ?? '')],
  }));
  expect(rows).toEqual(whole.toSorted((one, other) => (one.taxId < other.taxId ? -1 : 1)));
}
