import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany, startApi, type TestApi } from '../fixture.ts';
import { rawRequest, readRaw } from '../raw-request.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await newCompany(api.orm));
});
afterAll(() => api.close());

test.each([
  ['http://x/health', 200, { status: 'ok' }],
  ['HTTPS://user:secret@x.example:8443/health?a=1', 400, { code: 'validation_error' }],
  ['http://x/v1/fiscal-documents?environment=ALL', 200, { data: [] }],
  ['http://x/v1/nothing', 404, { code: 'not_found' }],
  ['http://x//health', 404, { code: 'not_found' }],
  ['/v1/http://x/health', 404, { code: 'not_found' }],
])('GET %s is %i, as its path alone would be', async (target, status, body) => {
  const answer = await get(target);
  expect({ target, status: answer.status }).toEqual({ target, status });
  expect(JSON.parse(answer.body)).toMatchObject(body);
});

test.each(['http://x', 'http://x?a=/health'])(
  'GET %s leads to the reference, as its path alone would',
  async (target) => {
    expect(await get(target)).toMatchObject({ status: 302 });
  },
);

test('an absolute address reaches the pages that are no operation, too', async () => {
  expect((await get('http://x/docs/referencia')).body).toContain('createFiscalDocument');
});

test('no target of a request is a fault of ours', async () => {
  for (const line of [
    'OPTIONS *',
    'GET *',
    'POST http://x/v1/fiscal-documents',
    'GET http://[::1/health',
    'GET x:/a',
  ]) {
    const { status } = readRaw(await send(line));
    expect({ line, isRefused: status >= 400 && status < 500 }).toEqual({ line, isRefused: true });
  }
  expect((await api.logs()).filter(({ level }) => level === 'error')).toEqual([]);
});

const get = async (target: string) => readRaw(await send(`GET ${target}`));
const send = (line: string) =>
  rawRequest(api.url, `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`);
