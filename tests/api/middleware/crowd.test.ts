import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { poolState } from '../../../operations/figures/pool.ts';
import { newCompany, sale } from '../fixture.ts';
import { type OwnApi, startOwnApi } from '../own-api.ts';
import { until } from '../../support/checks/until.ts';

const lineAtMost = 10;
let api: OwnApi;
let key: string;
beforeAll(async () => {
  api = await startOwnApi({ connections: { pool: 2, connectMs: 150_000 }, lineAtMost });
  ({ key } = await newCompany(api.orm));
  await create(); // compiles the code, and opens the connections
});
afterAll(() => api.close());

test('a request behind a full line is told when to come again, and nothing of it is kept', async () => {
  const { orm, apiOrm } = api;
  const before = await acrossCompanies(orm).count(Document);
  const held = Promise.withResolvers<void>();
  const holders = [1, 2].map(() =>
    apiOrm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
      await held.promise;
    }),
  );
  const waiting = Array.from({ length: lineAtMost }, create);
  try {
    await until('the line is full', async () => (await poolState(apiOrm)).waiting >= lineAtMost);
    const { status, headers, body } = await create();
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    expect(body).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('Retry-After') });
    expect((await api.call('GET', '/health')).status).toBe(200);
  } finally {
    held.resolve();
  }
  await Promise.all(holders);
  const answers = await Promise.all(waiting);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(await acrossCompanies(orm).count(Document)).toBe(before + lineAtMost);
});

function create() {
  return api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId: randomUUID() }) });
}
