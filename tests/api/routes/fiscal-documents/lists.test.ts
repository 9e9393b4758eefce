import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { keyOf } from '../../../operations/lists/sold.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { becomes } from './documents.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const counted = z.object({ meta: z.object({ total: z.number() }) });

test('the totals of every filter follow documents made at the same moment through their states', async () => {
  const { key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const created = await Promise.all(
    Array.from({ length: 10 }, () => api.call('POST', '/v1/fiscal-documents', { key, body: sale() })),
  );
  const ids = created.map(({ body }) => body.id);
  const totals = async () => {
    const queries = [
      '',
      'status=DRAFT',
      'status=AUTHORIZED',
      'status=REJECTED&type=NFE',
      'type=NFCE',
      'environment=ALL',
    ];
    const answers = await Promise.all(
      queries.map((query) => api.call('GET', `/v1/fiscal-documents?${query}`, { key })),
    );
    return answers.map(({ body }) => counted.parse(body).meta.total);
  };
  expect(await totals()).toEqual([10, 10, 0, 0, 0, 10]);
  await Promise.all(ids.slice(0, 4).map((id) => becomes(api.orm, id, 'AUTHORIZED')));
  await Promise.all(ids.slice(4, 6).map((id) => becomes(api.orm, id, 'REJECTED')));
  expect(await totals()).toEqual([10, 4, 4, 2, 0, 10]);
  await becomes(api.orm, ids[0], 'CANCELLED');
  expect(await totals()).toEqual([10, 4, 3, 2, 0, 10]);
});

test('a page far beyond the last is empty and says how many there are', async () => {
  const { key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  const { body } = await api.call('GET', '/v1/fiscal-documents?page=1000000000&pageSize=100', { key });
  expect(body).toEqual({
    data: [],
    meta: { page: 1_000_000_000, pageSize: 100, total: 1, totalPages: 1, inOtherEnvironment: 0 },
  });
});

test('a row says whose it is, of which sale, when it changed and why it was refused', async () => {
  const { key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const { body: made } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId: 'v-1' }) });
  await becomes(api.orm, made.id, 'REJECTED');
  await acrossCompanies(api.orm).execute(`update document set rejection_reason = '778 - NCM' where id = ?`, [made.id]);
  const { body } = await api.call('GET', '/v1/fiscal-documents?status=REJECTED', { key });
  expect(body.data).toEqual([
    expect.objectContaining({
      id: made.id,
      externalId: 'v-1',
      client: expect.objectContaining({ name: expect.any(String), document: expect.any(String) }),
      rejectionReason: '778 - NCM',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    }),
  ]);
});

test('every filter narrows the list through HTTP, and an empty list tells of the other environment', async () => {
  const { key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const { body: made } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId: 'v 1/á' }) });
  await becomes(api.orm, made.id, 'AUTHORIZED');
  const accessKey = keyOf(7);
  await acrossCompanies(api.orm).execute(
    `update document set issue_date_time = '2026-11-10T02:59:59Z', updated_at = '2026-11-10T12:00:00Z', access_key = ? where id = ?`,
    [accessKey, made.id],
  );
  const { body: detail } = await api.call('GET', `/v1/fiscal-documents/${String(made.id)}`, { key });
  const { number, client } = z.object({ number: z.number(), client: z.object({ id: z.string() }) }).parse(detail);
  const total = async (query: Record<string, string>): Promise<number> => {
    const { body } = await api.call('GET', `/v1/fiscal-documents?${new URLSearchParams(query).toString()}`, { key });
    return counted.parse(body).meta.total;
  };
  const found: Record<string, string>[] = [
    { externalId: 'v 1/á' },
    { accessKey },
    { number: String(number) },
    { series: '1' },
    { clientId: client.id },
    { search: 'v 1/a' },
    { search: accessKey },
    { issuedFrom: '2026-11-09', issuedTo: '2026-11-09' },
    { updatedSince: '2026-11-10T09:00:00-03:00' },
    { waiting: 'false' },
  ];
  for (const query of found) expect([query, await total(query)]).toEqual([query, 1]);
  const missed: Record<string, string>[] = [
    { number: String(number + 1) },
    { series: '2' },
    { clientId: String(made.id) },
    { search: 'v 2' },
    { issuedFrom: '2026-11-10' },
    { issuedTo: '2026-11-08' },
    { updatedSince: '2026-11-10T09:00:01-03:00' },
    { waiting: 'true' },
  ];
  for (const query of missed) expect([query, await total(query)]).toEqual([query, 0]);
  const { body } = await api.call('GET', '/v1/fiscal-documents?environment=HOMOLOGATION&search=v', { key });
  expect(body).toMatchObject({ data: [], meta: { total: 0, inOtherEnvironment: 1 } });
});

test.each([
  ['accessKey', '3526'],
  ['number', '0'],
  ['number', 'dez'],
  ['series', '-1'],
  ['clientId', 'padaria'],
  ['issuedFrom', '10/11/2026'],
  ['updatedSince', '2026-11-10'],
  ['waiting', 'talvez'],
  ['search', 'x'.repeat(101)],
])('the filter %s=%s is refused in words, with its name', async (name, value) => {
  const { key } = await newCompany(api.orm);
  const { status, body } = await api.call('GET', `/v1/fiscal-documents?${name}=${encodeURIComponent(value)}`, { key });
  expect([status, body.code, body.issues]).toEqual([
    400,
    'validation_error',
    [expect.objectContaining({ path: name, message: expect.any(String) })],
  ]);
});
