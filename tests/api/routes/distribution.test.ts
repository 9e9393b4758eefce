import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distributionActivities } from '../../../activities/distribution/index.ts';
import type { CompanyScope } from '../../../domain/access/scopes.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createKey } from '../../../operations/provisioning.ts';
import { queues } from '../../../temporal/names.ts';
import { runWorkers } from '../../../worker/worker.ts';
import { openScene, type Scene } from '../../activities/distribution/scene.ts';
import { workflowBundle } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { until } from '../../support/checks/until.ts';
import { startApi, type TestApi } from '../fixture.ts';

const state = '/v1/received-documents/distribution';
const sync = '/v1/received-documents/sync';

let scene: Scene;
let api: TestApi;
let apiAlone: TestApi;
let temporal: TestTemporal;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  scene = await openScene();
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client, databaseUrl: scene.databaseUrl });
  apiAlone = await startApi({ databaseUrl: scene.databaseUrl });
  const activities = distributionActivities(scene.parts);
  const worker = await Worker.create({
    ...{ connection: temporal.native, taskQueue: queues.distribution, workflowBundle, activities },
  });
  const stopping = new AbortController();
  const running = runWorkers([worker], stopping.signal);
  stopWorker = async () => {
    stopping.abort();
    await running;
  };
});
afterAll(async () => {
  await stopWorker();
  await Promise.all([api.close(), apiAlone.close(), temporal.close()]);
  await scene.close();
});

test('of fifty syncs at once one is 202, they are one question to each source, and the state tells what came', async () => {
  const { company, key } = await customer();
  scene.distributor.publish('NFE', company.taxId, 3);
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('POST', sync, { key })));
  const [first, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect(first?.status).toBe(202);
  for (const { status, headers, body } of others) {
    expect([status, body['code'], Number(headers.get('retry-after'))]).toEqual([429, 'sefaz_wait', expect.any(Number)]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
  }
  expect(first?.body).toEqual({
    message: expect.stringContaining('Consulta pedida'),
    sources: expect.arrayContaining(['NFE', 'NFSE']),
    nextSyncAllowedAt: expect.any(String),
  });
  const seen = await until('both answers', async () => {
    const { body } = await api.call('GET', state, { key });
    const sources = body['sources'] as { lastCStat: string | null }[];
    return sources.every(({ lastCStat }) => lastCStat !== null) && body;
  });
  expect(seen).toMatchObject({ nsu: '3', maxNsu: '3', lastCStat: '138', status: 'ACTIVE', reason: null });
  expect(seen['sources']).toMatchObject([
    { source: 'NFE', nsu: '3', maxNsu: '3', lastCStat: '138', unreadable: expect.any(Number) },
    { source: 'NFSE', nsu: '0', maxNsu: null, lastCStat: 'E2215' },
  ]);
  expect(asked(company)).toEqual(['NFE', 'NFSE']);
});

test('what nobody takes up may be had asked again after a minute, and at once where its actor could not be woken', async () => {
  const { company, key } = await customer();
  expect((await apiAlone.call('POST', sync, { key })).status).toBe(503);
  await acrossCompanies(scene.orm).execute(
    `update distribution set sync_asked_at = now() - (case source when 'NFE' then 59 else 61 end) * interval '1 s' where company_id = ?`,
    [company.id],
  );
  expect(await api.call('POST', sync, { key })).toMatchObject({ status: 202, body: { sources: ['NFSE'] } });
});

test('an hour after the answer a sync asks, though its actor would wait for its margin', async () => {
  const { company, key } = await customer();
  await api.call('POST', sync, { key });
  await until('both answers', async () => asked(company).length === 2);
  const heard = await until('the hours', async () => {
    const rows = await acrossCompanies(scene.orm).find(Distribution, { company: company.id });
    return rows.every(({ answeredAt }) => answeredAt) && rows;
  });
  for (const { askedAt, answeredAt, notBefore, nextVisitAt } of heard) {
    expect(notBefore.getTime() - answeredAt!.getTime()).toBe(3_600_000);
    expect(nextVisitAt.getTime() - askedAt!.getTime()).toBeGreaterThanOrEqual(3_660_000);
  }
  await acrossCompanies(scene.orm).execute(
    `update distribution set not_before = now(), asked_at = asked_at - interval '1 h', sync_asked_at = sync_asked_at - interval '1 h',
       next_visit_at = next_visit_at - interval '1 h' where company_id = ?`,
    [company.id],
  );
  expect((await api.call('POST', sync, { key })).status).toBe(202);
  await until('the questions', async () => asked(company).length === 4);
});

test('within the hour a sync is refused, with the true seconds to wait, and nothing is asked', async () => {
  const { company, key } = await customer();
  await arrange(company, { NFE: 1_800, NFSE: 900.5 });
  const before = Date.now();
  const { status, headers, body } = await api.call('POST', sync, { key });
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: 'sefaz_wait', message: expect.stringContaining('segundos') });
  const seconds = Number(headers.get('retry-after'));
  expect(Number.isInteger(seconds)).toBe(true);
  expect(seconds).toBeGreaterThan(900 - (Date.now() - before) / 1000 - 5);
  expect(seconds).toBeLessThanOrEqual(901);
  const { body: shown } = await api.call('GET', state, { key });
  const [nfe, nfse] = shown['sources'] as { nextSyncAllowedAt: string }[];
  expect(shown['nextSyncAllowedAt']).toBe(nfse?.nextSyncAllowedAt);
  expect(nfe!.nextSyncAllowedAt > nfse!.nextSyncAllowedAt).toBe(true);
  expect(asked(company)).toEqual([]);
});

test('the refusal needs no Temporal; a question does, and says so', async () => {
  const { company, key } = await customer();
  await arrange(company, { NFE: 1_800, NFSE: 1_800 });
  expect(await apiAlone.call('POST', sync, { key })).toMatchObject({ status: 429 });
  await arrange(company, { NFE: -1, NFSE: 1_800 });
  const { status, body, headers } = await apiAlone.call('POST', sync, { key });
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: 'service_unavailable' });
  expect(headers.get('retry-after')).toMatch(/^[0-9]+$/);
});

test('where one source may be asked, that one is', async () => {
  const { company, key } = await customer();
  await arrange(company, { NFE: 1_800, NFSE: -1 });
  const { status, body } = await api.call('POST', sync, { key });
  expect(status).toBe(202);
  expect(body).toMatchObject({ sources: ['NFSE'] });
  await until('the question', async () => asked(company).length > 0);
  expect(asked(company)).toEqual(['NFSE']);
});

test('without a certificate nothing is asked, and the state says why', async () => {
  const { company, key } = await customer({ withoutCertificate: true });
  expect(await api.call('POST', sync, { key })).toMatchObject({ status: 422, body: { code: 'certificate_missing' } });
  const { body } = await api.call('GET', state, { key });
  expect(body).toMatchObject({ status: 'PAUSED', nsu: '0', reason: expect.stringContaining('certificado') });
  expect(asked(company)).toEqual([]);
});

test('an expired certificate is none', async () => {
  const { company, key } = await customer();
  await acrossCompanies(scene.orm).execute(`update certificate set not_after = now() where company_id = ?`, [
    company.id,
  ]);
  expect(await api.call('POST', sync, { key })).toMatchObject({ status: 422, body: { code: 'certificate_missing' } });
});

test('a company sees its own state and has itself asked alone', async () => {
  const [one, other] = [await customer(), await customer()];
  await acrossCompanies(scene.orm).execute(`update distribution set last_nsu = 4711 where company_id = ?`, [
    one.company.id,
  ]);
  expect(await api.call('GET', state, { key: other.key })).toMatchObject({ body: { nsu: '0' } });
  await api.call('POST', sync, { key: other.key });
  await until('the question', async () => asked(other.company).length === 2);
  expect(asked(one.company)).toEqual([]);
});

test('the state is for readers, and asking for writers', async () => {
  const { key: reader } = await customer({ scopes: ['received-documents:read'] });
  const { key: writer } = await customer({ scopes: ['received-documents:write'] });
  expect(await api.call('POST', sync, { key: reader })).toMatchObject({ status: 403 });
  expect(await api.call('GET', state, { key: writer })).toMatchObject({ status: 403 });
  expect(await api.call('GET', state, { key: reader })).toMatchObject({ status: 200 });
  expect(await api.call('GET', state)).toMatchObject({ status: 401 });
});

type CustomerOptions = { scopes?: CompanyScope[]; withoutCertificate?: boolean };

async function customer({ scopes, withoutCertificate = false }: CustomerOptions = {}) {
  const company = await scene.openCompany({ withoutCertificate });
  const all: CompanyScope[] = ['received-documents:read', 'received-documents:write'];
  const order = { company, name: 'teste', scopes: scopes ?? all, ratePerSecond: 10_000, rateBurst: 10_000 };
  const { secret } = await createKey(acrossCompanies(scene.orm), order);
  return { company, key: secret };
}

/** Sets in how many seconds each source may be asked. */
async function arrange({ id }: Company, seconds: Record<'NFE' | 'NFSE', number>): Promise<void> {
  for (const [source, wait] of Object.entries(seconds)) {
    const at = new Date(Date.now() + wait * 1000);
    await acrossCompanies(scene.orm).execute(
      `update distribution set not_before = ?, next_visit_at = ? where company_id = ? and source = ?`,
      [at, at, id, source],
    );
  }
}

function asked({ taxId }: Company): string[] {
  const questions = scene.distributor.asked.filter((question) => question.taxId === taxId);
  return questions.map(({ source }) => source).toSorted();
}
