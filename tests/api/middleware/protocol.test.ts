import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../../domain/access/key.ts';
import { newCompany, sale, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await newCompany(api.orm));
});
afterAll(() => api.close());

test.each([
  '/v1',
  '/v1/fiscal-document',
  '/v1/fiscal-documents/',
  '/V1/fiscal-documents',
  '/v2/webhooks',
  '/%',
  '/%E0%A4%A',
])('the unknown address %s is 404 in the envelope', async (path) => {
  const { status, body, headers } = await api.call('GET', path, { key });
  expect(status).toBe(404);
  expect(body).toEqual({
    ...{ statusCode: 404, error: 'Not Found', code: 'not_found', message: expect.any(String) },
    requestId: headers.get('x-request-id'),
    help: '/docs/erros/not_found',
  });
});

test.each([
  ['PUT', '/v1/fiscal-documents', 'GET, HEAD, POST'],
  ['PUT', '/v1/fiscal-documents/x', 'GET, HEAD, PATCH, DELETE'],
  ['GET', '/v1/fiscal-documents/x/emit', 'POST'],
  ['PATCH', '/health', 'GET, HEAD'],
])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
  const { status, body, headers } = await api.call(method, path, { key });
  expect({ status, code: body.code }).toEqual({ status: 405, code: 'method_not_allowed' });
  expect(headers.get('allow')).toBe(allow);
});

test.each(['{', '{"type":', 'null,', '{"a":1}}', '\u0000', 'undefined', '{"type":"NFE" "items":[]}'])(
  'the malformed JSON %j is 400',
  async (text) => {
    const { status, body } = await create(text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
    expect(body.message).toMatch(/JSON/);
  },
);

test.each([
  ['{\n  "type": "NFE"\n  "items": []\n}', 'linha 3, coluna 3, falta uma vírgula'],
  ['{"type": "NFE",}', 'linha 1, coluna 16, falta o nome de um campo, entre aspas duplas, ou há uma vírgula a mais'],
  ["{'type': 'NFE'}", 'linha 1, coluna 2'],
  ['{"type": "NFE"', 'linha 1, coluna 15, falta fechar com }'],
  ['{"type": "NF-e\n"}', 'linha 1, coluna 10'],
  ['{"type": NFE}', 'linha 1, coluna 10'],
  ['{"type": "NFE"} {}', 'linha 1, coluna 17, há mais texto depois do fim do JSON'],
])('of the malformed JSON %j it is told where it breaks: %s', async (text, where) => {
  expect((await create(text)).body.message).toContain(`não é JSON válido: ${where}`);
});

test.each(['null', '[]', '17', '"x"', 'true'])('the body %s is 400 where an object is due', async (text) => {
  const { status, body } = await create(text);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
});

test('no body where one is due is 400', async () => {
  const { status, body } = await api.call('POST', '/v1/fiscal-documents', { key });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
});

test('a body larger than the operation takes is 413: 2 MB for a document, 1 MB elsewhere', async () => {
  const padded = (bytes: number) => JSON.stringify({ ...sale(), additionalInfo: 'x'.repeat(bytes) });
  expect((await create(padded(1_500_000))).body.code).toBe('validation_error');
  expect((await create(padded(2_200_000))).body).toMatchObject({ statusCode: 413, code: 'payload_too_large' });
  const url = `https://example.com/${'x'.repeat(1_100_000)}`;
  expect((await api.call('POST', '/v1/webhooks', { key, body: { url } })).body.code).toBe('payload_too_large');
});

test('a compressed body is measured by what it unpacks to', async () => {
  const bomb = gzipSync(JSON.stringify({ ...sale(), additionalInfo: 'x'.repeat(50_000_000) }));
  const { body } = await create(bomb, { 'content-encoding': 'gzip' });
  expect(body).toMatchObject({ statusCode: 413, code: 'payload_too_large' });
  expect((await create(gzipSync(JSON.stringify(sale())), { 'content-encoding': 'gzip' })).status).toBe(201);
  expect((await create(Buffer.from('no gzip'), { 'content-encoding': 'gzip' })).status).toBe(400);
});

test.each([
  ['text/plain', {}],
  ['application/xml', {}],
  ['application/x-www-form-urlencoded', {}],
  ['application/json; charset=latin1', {}],
  ['application/json; charset=utf-7', {}],
  ['application/json; charset=utf-16', {}],
  ['application/json; charset=UTF-16LE', {}],
  ['application/json; charset="utf-32"', {}],
  ['application/json', { 'content-encoding': 'compress' }],
])('a body as %s %j is 415', async (type, headers) => {
  const { status, body } = await create(JSON.stringify(sale()), { 'content-type': type, ...headers });
  expect(status).toBe(415);
  expect(body).toMatchObject({ statusCode: 415, code: 'unsupported_media_type' });
});

test('a body that is in UTF-16, and says so, is 415', async () => {
  const inUtf16 = Buffer.from(`\ufeff${JSON.stringify(sale())}`, 'utf16le');
  const { status, body } = await create(inUtf16, { 'content-type': 'application/json; charset=utf-16' });
  expect(status).toBe(415);
  expect(body).toMatchObject({ code: 'unsupported_media_type', message: expect.stringContaining('UTF-8') });
});

test.each([
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'Application/JSON',
  'application/json; x=1',
])('a body as %s is JSON', async (type) => {
  expect((await create(JSON.stringify(sale()), { 'content-type': type })).status).toBe(201);
});

test('a body that is not in UTF-8 is refused whole, so that no accented name is kept broken', async () => {
  const name = 'Padaria São João';
  const asWindows = Buffer.from(JSON.stringify({ ...sale(), client: { name, document: '' } }), 'latin1');
  const { status, body } = await create(asWindows);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', message: expect.stringContaining('UTF-8') });
});

test('the mark that editors put before UTF-8 is no part of the JSON', async () => {
  expect((await create(`\ufeff${JSON.stringify(sale())}`)).status).toBe(201);
});

test('a key that is written twice is 400 and named, instead of the last one winning in silence', async () => {
  const twice = JSON.stringify(sale()).replace('"quantity":4', '"quantity":4,"quantity":400');
  const { status, body } = await create(twice);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'validation_error',
    message: expect.stringContaining('items[0].quantity'),
    issues: [{ path: 'items[0].quantity' }],
  });
});

test('JSON a hundred thousand levels deep is refused, not a crash', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect((await create(`{"type":${deep}}`)).status).toBe(400);
  expect((await create(deep)).status).toBe(400);
});

test('ten thousand query parameters are refused', async () => {
  const query = Array.from({ length: 1_000 }, (_, index) => `p${index}=1`).join('&');
  expect((await api.call('GET', `/v1/fiscal-documents?${query}`, { key })).status).toBe(400);
});

test('__proto__ in a body is an unknown field like any other', async () => {
  const { status, body } = await create(JSON.stringify(sale()).replace('{', '{"__proto__":{"isAdmin":true},'));
  expect(status).toBe(400);
  expect(body.issues).toMatchObject([{ path: '__proto__' }]);
});

test.each([
  ['a control character', 'a\u0000b'],
  ['half of a surrogate pair', 'a\ud800b'],
  ['a non-character', 'a\uffffb'],
])('a text with %s is 400 and names the field', async (_what, text) => {
  const { status, body } = await create(sale({ items: [{ code: 'A', description: text, quantity: 1, unitValue: 1 }] }));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', issues: [{ path: 'items[0].description' }] });
});

test('a request keeps the id it came with, and gets one otherwise', async () => {
  const named = await api.call('GET', '/health', { headers: { 'x-request-id': 'erp-42' } });
  expect(named.headers.get('x-request-id')).toBe('erp-42');
  const hostile = await api.call('GET', '/health', { headers: { 'x-request-id': 'a b"c' } });
  expect(hostile.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('one line of log tells who, what and how long, and never the key', async () => {
  const { body } = await create(sale(), { 'x-request-id': 'log-1' });
  const line = (await api.logs()).find(({ requestId, message }) => requestId === 'log-1' && message === 'request');
  expect(line).toMatchObject({
    operation: 'createFiscalDocument',
    status: 201,
    documentId: body.id,
    companyId: expect.any(String),
    keyId: expect.any(String),
    durationMs: expect.any(Number),
  });
  expect(JSON.stringify(await api.logs())).not.toContain(key);
});

test('metrics count by operation and status', async () => {
  await api.call('GET', '/v1/fiscal-documents', { key });
  const text = await api.metrics();
  expect(text).toMatch(
    /lavra_http_request_duration_seconds_count\{operation="listFiscalDocuments",status="200"\} [1-9]/,
  );
  expect(text).toContain('process_cpu_seconds_total');
  expect((await api.call('GET', '/metrics')).status).toBe(404);
});

test('the page of a call comes from this server alone', async () => {
  const { status, text, headers } = await api.call('GET', '/docs/referencia/createClient');
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  const links = [...text.matchAll(/(?:src|href)="([^#"][^"]*)"/g)].map(([, link]) => String(link));
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    expect(link).toMatch(/^\/docs(?:\/|$)/);
    expect((await api.call('GET', link)).status).toBe(200);
  }
});

test('the description is served as it was bundled', async () => {
  const { body } = await api.call('GET', '/openapi.json');
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
});

test('without the database requests are 503 with a time to come back, and health goes on', async () => {
  const other = await startApi({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
  const { status, body, headers } = await other.call('GET', '/v1/fiscal-documents', { key: newApiKey('ck') });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const ready = await other.call('GET', '/health/ready');
  expect({ status: ready.status, body: ready.body }).toEqual({
    status: 503,
    body: { status: 'error', database: 'down', temporal: 'away' },
  });
  expect((await other.call('GET', '/health')).status).toBe(200);
  await other.close();
});

test('a fault of ours is a 500 that tells nothing, and a line of log that tells all', async () => {
  const other = await startApi();
  const { key } = await newCompany(other.orm);
  await other.orm.em.fork().execute('alter table document rename to lost');
  const { status, text, headers } = await other.call('GET', `/v1/fiscal-documents/${randomUUID()}`, { key });
  expect(status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    statusCode: 500,
    error: 'Internal Server Error',
    code: 'internal_error',
    message: expect.stringContaining('requestId'),
    requestId: headers.get('x-request-id'),
    help: '/docs/erros/internal_error',
  });
  expect(text).not.toMatch(/document|relation|select/i);
  const requestId = headers.get('x-request-id');
  expect(await other.logs()).toContainEqual(
    expect.objectContaining({ requestId, level: 'error', error: expect.anything() }),
  );
  await other.close();
});

function create(body: unknown, headers: Record<string, string> = {}) {
  return api.call('POST', '/v1/fiscal-documents', { key, body, headers });
}
