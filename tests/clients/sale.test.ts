import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createLavra,
  type FiscalDocumentCreation,
  type Lavra,
  LavraError,
  verifyWebhook,
} from '../../clients/typescript/src/index.ts';
import { companyScopes } from '../../domain/access/scopes.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { openReceiver, type Receiver } from '../api/receiver.ts';
import { until } from '../support/checks/until.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { type Project, projectWithClient } from './packed.ts';

const root = resolve(import.meta.dirname, '../..');

let deployment: Deployment;
let project: Project;
let receiver: Receiver;
beforeAll(async () => {
  const opening = await Promise.allSettled([
    openDeployment().then((opened) => (deployment = opened)),
    projectWithClient().then((opened) => (project = opened)),
    openReceiver().then((opened) => (receiver = opened)),
  ]);
  // Thrown after all have settled, so that those that opened are closed.
  for (const each of opening) if (each.status === 'rejected') throw each.reason;
});
afterAll(async () => {
  receiver?.close();
  await Promise.all([deployment?.close(), project?.close()]);
});

/** A key of the company with this rate limit. */
async function keyOf(ratePerSecond = 10_000): Promise<string> {
  const { orm, company } = deployment;
  const rates = { ratePerSecond, rateBurst: ratePerSecond };
  return (await createKey(acrossCompanies(orm), { company, name: 'cliente', scopes: companyScopes, ...rates })).secret;
}

async function lavra(ratePerSecond?: number): Promise<Lavra> {
  return createLavra({ baseUrl: deployment.addresses[0]!, apiKey: await keyOf(ratePerSecond) });
}

/** The TypeScript blocks in the package's README; the first is the example. */
async function examples(): Promise<string[]> {
  const page = await readFile(join(root, 'clients/typescript/README.md'), 'utf8');
  return [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text);
}

test('the example of the README issues a note with the package as it is packed', async () => {
  expect(project.packed).toEqual(
    expect.arrayContaining(['README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  );
  expect(project.packed.filter((path) => !/^(dist\/|README\.md$|package\.json$)/.test(path))).toEqual([]);
  const [example = ''] = await examples();
  const env = { LAVRA_URL: deployment.addresses[0]!, LAVRA_KEY: await keyOf() };
  expect(await project.run('sale', example, env)).toMatch(/^AUTHORIZED \d{44}\n$/);
});

test('every example compiles against the packed types, which compile by themselves', async () => {
  const [example = '', ...others] = await examples();
  const given = `import { type Admin, createLavra, type FiscalDocument, type FiscalDocumentDetail, type Lavra } from '@lavra/client';
declare const lavra: Lavra;
declare const note: FiscalDocumentDetail;
declare function storedCursor(): Promise<string | undefined>;
declare function store(documents: FiscalDocument[], removed: string[], cursor: string): Promise<void>;
type CompanyForm = Parameters<Admin['companies']['create']>[0];
declare function newCustomers(): Promise<{ number: number; form: CompanyForm; pfx: string; password: string }[]>;
declare function keep(number: number, key: string): Promise<void>;
`;
  const fine = Object.fromEntries(others.map((text, place) => [`example-${place}`, `${given}${text}`]));
  const wrong = `${given}await lavra.documents.create({ type: 'NFX' });\nawait lavra.get('/v1/clientes');\n`;
  expect(Object.keys(fine)).toHaveLength(8);
  const faults = await project.typeFaults({ example, ...fine, wrong });
  expect(faults.map((fault) => /^(\S+)\((\d+)/.exec(fault)?.slice(1))).toEqual([
    ['wrong.ts', '9'],
    ['wrong.ts', '10'],
  ]);
});

test('a key that is let in once a second issues and reads notes without an error', async () => {
  const slow = await lavra(1);
  const created = await Promise.all(['lento-1', 'lento-2', 'lento-3'].map((id) => slow.documents.create(sale(id))));
  expect(new Set(created.map(({ id }) => id)).size).toBe(3);
  const impatient = createLavra({ baseUrl: deployment.addresses[0]!, apiKey: await keyOf(1), maxRetries: 0 });
  const asked = await Promise.allSettled(created.map(({ id }) => impatient.documents.get(id)));
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const error of refused) expect(error).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
});

test('a sale that is created while the database is away is issued once, when it is back', async () => {
  const [baseUrl, apiKey] = [deployment.addresses[0]!, await keyOf()];
  const patient = createLavra({ baseUrl, apiKey, maxRetries: 100 });
  await deployment.postgres.kill();
  const creating = patient.documents.create(sale('sem-banco'), { idempotencyKey: 'sem-banco' });
  const impatient = createLavra({ baseUrl, apiKey, maxRetries: 0 });
  await expect(impatient.documents.get('x')).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  await deployment.postgres.start();
  const { id } = await creating;
  const again = await patient.documents.create(sale('sem-banco'), { idempotencyKey: 'sem-banco' });
  expect(again.id).toBe(id);
  expect(await patient.documents.waitFor(id)).toMatchObject({ status: 'AUTHORIZED', externalId: 'sem-banco' });
  const { meta } = await patient.documents.list({ environment: 'ALL', externalId: 'sem-banco' }).page();
  expect(meta.total).toBe(1);
});

test('a delivery of Lavra is verified, and is an event of its type', async () => {
  const client = await lavra();
  const { secret, id } = await client.post('/v1/webhooks', { body: { url: receiver.url } });
  const note = await client.documents.waitFor(await client.documents.create(sale('com-aviso')));
  const { headers, body } = await until('the delivery', async () =>
    receiver.arrivals.find((each) => each.body.includes(note.id)),
  );
  const event = await verifyWebhook(body, headers, secret);
  if (event.type !== 'document.authorized') throw new Error(event.type);
  expect(event.data).toMatchObject({ documentId: note.id, accessKey: note.accessKey });
  const rotated = await client.post('/v1/webhooks/{id}/rotate-secret', { params: { path: { id } } });
  await expect(verifyWebhook(body, headers, rotated.secret)).rejects.toThrow('signature');
  expect(await verifyWebhook(body, headers, [rotated.secret, secret])).toEqual(event);
  await client.delete('/v1/webhooks/{id}', { params: { path: { id } } });
});

test('lists end where the total says, changes bring all, files come as they are, and refusals have their faults', async () => {
  const client = await lavra();
  const { meta } = await client.documents.list({ environment: 'ALL' }).page();
  const listed: string[] = [];
  for await (const { id } of client.documents.list({ environment: 'ALL', pageSize: 2 })) listed.push(id);
  expect(listed).toHaveLength(meta.total ?? 0);
  const changed = new Set<string>();
  const since = { changedSince: '2026-01-01T00:00:00-03:00', environment: 'ALL', pageSize: 2 } as const;
  const draft = await client.documents.create({ ...sale('retirada'), emit: false });
  await client.documents.remove(draft.id);
  const removed: string[] = [];
  for await (const page of client.documents.changes(since)) {
    for (const { id } of page.documents) changed.add(id);
    removed.push(...page.removed);
  }
  expect([...changed].sort()).toEqual(listed.sort());
  expect(removed).toEqual([draft.id]);

  const xml = await client.documents.xml(listed.at(-1)!);
  expect(Buffer.from(xml).toString()).toContain('<nfeProc');
  const refused = await client.documents.create({ ...sale('errada'), items: [] }).catch((error: unknown) => error);
  if (!(refused instanceof LavraError)) throw new Error('not refused');
  expect(refused).toMatchObject({ status: 400, code: 'validation_error', requestId: expect.any(String) });
  expect(refused.details.issues[0]).toMatchObject({ path: 'items' });
});

const sale = (externalId: string): FiscalDocumentCreation => demoSale(externalId) as FiscalDocumentCreation;
