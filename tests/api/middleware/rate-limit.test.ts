import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createKey } from '../../../operations/provisioning/keys.ts';
import { testDatabase } from '../../support/servers/parts.ts';
import { type Answer, newCompany, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a burst beyond the bucket is refused, exactly, with the time to wait', async () => {
  const { key } = await newCompany(api.orm, { ratePerSecond: 1, rateBurst: 20 });
  const { answers, refilled } = await timed(Array.from({ length: 40 }, () => () => list(key)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  expect(answers.length - refused.length).toBeLessThanOrEqual(20 + refilled);
  expect(refused[0]?.body).toMatchObject({ statusCode: 429, code: 'rate_limited' });
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(refused[0]?.headers.get('ratelimit-remaining')).toBe('0');
});

test('every answer to a key tells its quota, refusals too', async () => {
  const { key } = await newCompany(api.orm, { ratePerSecond: 20, rateBurst: 100, scopes: [] });
  const { headers } = await list(key);
  expect(headers.get('ratelimit-limit')).toBe('100');
  expect(headers.get('ratelimit-remaining')).toBe('99');
  expect(headers.get('ratelimit-reset')).toBe('1');
  expect(headers.get('ratelimit-policy')).toBe('100;w=5');
  const { status, headers: ofRefusal } = await api.call('GET', '/v1/webhooks', { key });
  expect(status).toBe(403);
  expect(ofRefusal.get('ratelimit-limit')).toBe('100');
});

test('the bucket refills with time, up to its size and not beyond', async () => {
  const { key, keyRow } = await newCompany(api.orm, { ratePerSecond: 10, rateBurst: 50 });
  await list(key);
  const emptied = `update rate_bucket set tokens = 0, refilled_at = clock_timestamp() - make_interval(secs => ?) where key_id = ?`;
  const em = acrossCompanies(api.orm);
  await em.execute(emptied, [2, keyRow.id]);
  expect(Number((await list(key)).headers.get('ratelimit-remaining'))).toBeGreaterThanOrEqual(19);
  await em.execute(emptied, [3_600, keyRow.id]);
  expect((await list(key)).headers.get('ratelimit-remaining')).toBe('49');
});

test('processes share the bucket of a key', async () => {
  const databaseUrl = await testDatabase();
  const [one, other] = await Promise.all([startApi({ databaseUrl }), startApi({ databaseUrl })]);
  const { key } = await newCompany(one.orm, { ratePerSecond: 1, rateBurst: 10 });
  const ask = (index: number) => (index % 2 ? one : other).call('GET', '/v1/webhooks', { key });
  const { answers, refilled } = await timed(Array.from({ length: 20 }, (_, index) => () => ask(index)));
  const admitted = answers.filter(({ status }) => status === 200).length;
  expect(admitted).toBeGreaterThanOrEqual(10);
  expect(admitted).toBeLessThanOrEqual(10 + refilled);
  await Promise.all([one.close(), other.close()]);
});

test('keys do not share a bucket, not even those of one company', async () => {
  const { company, key } = await newCompany(api.orm, { rateBurst: 5, ratePerSecond: 1 });
  const settings = { company, name: 'outra', scopes: [], rateBurst: 5, ratePerSecond: 1 };
  const { secret } = await createKey(acrossCompanies(api.orm), settings);
  for (const caller of [key, secret]) expect((await list(caller)).headers.get('ratelimit-remaining')).toBe('4');
});

function list(key: string) {
  return api.call('GET', '/v1/fiscal-documents', { key });
}

/** Sends all requests at once; `refilled` is how many tokens a bucket of one token a second may have gained meanwhile. */
async function timed(requests: (() => Promise<Answer>)[]): Promise<{ answers: Answer[]; refilled: number }> {
  const started = Date.now();
  const answers = await Promise.all(requests.map((ask) => ask()));
  return { answers, refilled: Math.ceil((Date.now() - started) / 1000) };
}
