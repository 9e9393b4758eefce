import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
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
  expect(body).toEqual({ data: [], meta: { page: 1_000_000_000, pageSize: 100, total: 1, totalPages: 1 } });
});
