import { afterAll, beforeAll, expect, test } from 'vitest';
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { startApi, type TestApi } from '../fixture.ts';
import { rawRequest, readRaw } from '../raw-request.ts';
import { becomes } from '../routes/fiscal-documents/documents.ts';
import { newStore, type Store } from '../store.ts';

const nobody = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b';
const reads = Object.entries(contract.paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));

let api: TestApi;
let store: Store;
/** The query parameters that a path requires. */
const queries: Record<string, string> = {
  '/v1/received-documents/export': '?year=2026&month=10',
  '/v1/received-documents/export/download': '?token=unknown',
  '/v1/accounting/closings/download': '?token=unknown',
};
/** A record's id for each collection that has one. */
const records: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api);
  const { body } = await store.create();
  await becomes(api.orm, body.id, 'AUTHORIZED', authorizedXml());
  const carrier = await store.carrier();
  Object.assign(records, {
    '/v1/fiscal-documents': String(body.id),
    '/v1/clients': await store.client(),
    '/v1/products': await store.product(),
    '/v1/tax-rules': await store.rule(),
    '/v1/fiscal-templates': await store.template(),
    '/v1/carriers': carrier,
    vehicle: await store.vehicle(carrier),
  });
});
afterAll(() => api.close());

test.each([...reads, '/docs', '/openapi.json', '/v1/nothing'])('HEAD %s is GET without the body', async (path) => {
  const [got, head] = [await ask('GET', path), await ask('HEAD', path)];
  expect({ status: head.status, headers: lasting(path, head.headers) }).toEqual({
    status: got.status,
    headers: lasting(path, got.headers),
  });
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  expect(got.body).not.toBe('');
  expect(head.body).toBe('');
});

test('most of them find something to show', async () => {
  const statuses = await Promise.all(reads.map(async (path) => (await ask('HEAD', path)).status));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(15);
  expect(new Set(statuses)).toEqual(new Set([200, 401, 404]));
});

test('HEAD asks for the key and the scopes of GET, and is named in the log as it came', async () => {
  const { status, headers } = readRaw(
    await rawRequest(api.url, 'HEAD /v1/clients HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  expect({ status, asked: headers.get('www-authenticate') }).toEqual({ status: 401, asked: 'Bearer' });
  const requestId = headers.get('x-request-id');
  expect(await api.logs()).toContainEqual(
    expect.objectContaining({ requestId, method: 'HEAD', operation: 'listClients' }),
  );
});

test('HEAD of what has no GET is 405, and what has one says so', async () => {
  const emit = await ask('HEAD', `/v1/fiscal-documents/${nobody}/emit`);
  expect({ status: emit.status, allow: emit.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  expect((await ask('PUT', '/v1/clients')).headers.get('allow')).toBe('GET, HEAD, POST');
});

async function ask(method: string, path: string) {
  const [collection = ''] = path.split('/{id}');
  const target = path
    .replace('{id}', records[collection] ?? nobody)
    .replace('{vehicleId}', records['vehicle'] ?? nobody)
    .replaceAll(/\{\w+\}/g, nobody);
  const head = `${method} ${target}${queries[path] ?? ''} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${store.key}\r\nConnection: close\r\n\r\n`;
  return readRaw(await rawRequest(api.url, head));
}

/** The headers that two requests have in common; `/health` has measurements in its content, whose length may differ. */
function lasting(path: string, headers: Headers): Record<string, string> {
  const measures = path === '/health';
  const passing = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset', measures && 'content-length'];
  return Object.fromEntries([...headers].filter(([name]) => !passing.includes(name)));
}
