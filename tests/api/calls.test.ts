import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../config/logger.ts';
import { ApiCall } from '../../domain/calls/api-call.entity.ts';
import { type CallLog, callLog } from '../../operations/calls/call-log.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { patienceMs } from '../support/checks/until.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { newCompany, sale } from './fixture.ts';
import { type OwnApi, startOwnApi } from './own-api.ts';

let api: OwnApi;
let log: CallLog;
let own: Awaited<ReturnType<typeof newCompany>>;

beforeAll(async () => {
  const logger = createLogger({ level: 'error', format: 'json' }, 'api');
  api = await startOwnApi({ calls: (orm) => (log = callLog(orm, { logger, everyMs: 60_000, timeoutMs: patienceMs })) });
  own = await newCompany(api.orm);
});
afterAll(() => api.close());

async function written(): Promise<ApiCall[]> {
  await log.over();
  const em = acrossCompanies(api.orm);
  const found = await em.find(ApiCall, {}, { orderBy: { at: 'asc' } });
  await em.nativeDelete(ApiCall, {});
  return found;
}

test('what is asked with a company’s key is kept with its answer, its key, its note and the id of its request', async () => {
  const { key } = own;
  const created = await api.call('POST', '/v1/fiscal-documents', {
    key,
    body: sale(),
    headers: { 'x-request-id': 'erp-991' },
  });
  const { id } = created.body as { id: string };
  const invalid = await api.call('POST', '/v1/clients', { key, body: { email: 'x', name: 7 } });
  await api.call('GET', '/v1/clients?search=Ana&pageSize=1', { key });
  const calls = await written();
  expect(calls.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', '/v1/fiscal-documents', 201],
    ['POST', '/v1/clients', invalid.status],
    ['GET', '/v1/clients?search=•••&pageSize=1', 200],
  ]);
  const [first, second] = calls;
  expect(first).toMatchObject({ company: own.company.id, key: own.keyRow.id, document: id, requestId: 'erp-991' });
  expect(JSON.parse(first!.requestBody!)).toMatchObject({ type: sale()['type'], client: { name: '•••' } });
  expect(JSON.parse(first!.responseBody!)).toMatchObject({ id });
  expect(first!.responseBytes).toBeGreaterThan(100);
  expect(JSON.parse(second!.responseBody!)).toMatchObject({ code: 'validation_error' });
  expect(JSON.stringify(calls)).not.toContain(key);
});

test('nobody’s calls, and those of an office’s key, are not the company’s to see', async () => {
  const { office, key } = await newOffice(api.orm);
  await linkOf(api.orm, office, own.company);
  await api.call('GET', '/v1/clients', { key: 'ck_unknown' });
  await api.call('GET', '/health');
  const answer = await api.call('GET', `/v1/accounting/companies/${own.company.id}/clients`, { key });
  expect(answer.status).toBe(200);
  expect(await written()).toEqual([]);
});

test('what is refused before it is done is kept, too: broken JSON without its body, a scope that is missing', async () => {
  const narrow = await newCompany(api.orm, { scopes: ['documents:write'] });
  const broken = await fetch(`${api.url}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' },
    body: '{"name": "Ana" "email"}',
  });
  const refused = await api.call('POST', '/v1/clients', { key: narrow.key, body: { name: 'Ana' } });
  expect([broken.status, refused.status]).toEqual([400, 403]);
  const calls = await written();
  expect(calls.map(({ status, requestBody }) => [status, requestBody])).toEqual([
    [400, null],
    [403, null],
  ]);
  expect(calls[0]?.requestBytes).toBe(23);
});
