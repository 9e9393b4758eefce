import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { until } from '../../../support/checks/until.ts';
import { type Answer, newCompany, sale, shopSettings } from '../../fixture.ts';
import { type OwnApi, startOwnApi, temporalAway } from '../../own-api.ts';
import { becomes } from './documents.ts';
import { issueInContingency, registerEpec } from './in-contingency.ts';

let api: OwnApi;
let key: string;
beforeAll(async () => {
  api = await startOwnApi({ temporal: starting() });
  ({ key } = await newCompany(api.orm, { settings }));
});
afterAll(() => api.close());

/** Longer than anything takes in these tests: who waits to the end was not woken. */
const waits = { prefer: 'wait=30' };
const path = '/v1/fiscal-documents';

test('a creation answers as soon as the document is authorized, with what it takes to print it', async () => {
  const { answer, id } = await asking(waits);
  const accessKey = await becomes(api.orm, id, 'AUTHORIZED');
  const { status, headers, body } = await answer;
  expect([status, headers.get('preference-applied')]).toEqual([201, 'wait=30']);
  expect(body).toEqual({
    ...{ id, type: 'NFE', status: 'AUTHORIZED', number: expect.any(Number), accessKey },
    ...{ pdfUrl: `${path}/${id}/danfe`, xmlUrl: `${path}/${id}/xml` },
    ...{ rejectionReason: null, contingency: null, runId: null, warnings: [] },
  });
});

test('an emission answers as soon as the document is rejected, with the reason', async () => {
  const { body: draft } = await api.call('POST', path, { key, body: sale() });
  const answer = emit(draft.id, waits);
  await until('it is under way', async () => (await stored(draft.id)).status === 'PROCESSING');
  await acrossCompanies(api.orm).execute(`update document set rejection_reason = '778 - NCM' where id = ?`, [draft.id]);
  await becomes(api.orm, draft.id, 'REJECTED');
  const { status, headers, body } = await answer;
  expect([status, headers.get('preference-applied')]).toEqual([202, 'wait=30']);
  expect(body).toMatchObject({ documentId: draft.id, status: 'REJECTED', rejectionReason: '778 - NCM', pdfUrl: null });
  expect(body.message).toMatch(/rejeitado/);
});

test('a coupon that is issued offline is answered with, and by no attempt before it', async () => {
  const { answer, id } = await asking(waits, { type: 'NFCE' });
  // The contingency of an earlier attempt does not make the present attempt a printable coupon.
  await acrossCompanies(api.orm).nativeUpdate(Document, { id }, { contingencyMode: 'OFFLINE' });
  expect(await Promise.race([answer, afterLooks()])).toBe('waits');
  const accessKey = await issueInContingency(api.orm, id);
  const { status, body } = await answer;
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...{
      status: 'PROCESSING',
      number: expect.any(Number),
      accessKey,
      pdfUrl: `${path}/${id}/danfe`,
      xmlUrl: `${path}/${id}/xml`,
    },
    contingency: { mode: 'OFFLINE', replaces: null },
  });
});

test('an NF-e by EPEC is answered with once the EPEC is registered', async () => {
  const { answer, id } = await asking(waits);
  await issueInContingency(api.orm, id, { mode: 'EPEC' });
  expect(await Promise.race([answer, afterLooks()])).toBe('waits');
  await registerEpec(api.orm, id);
  const { body } = await answer;
  expect(body).toMatchObject({ status: 'PROCESSING', contingency: { mode: 'EPEC' }, pdfUrl: `${path}/${id}/danfe` });
});

test('an NF-e at an SVC is answered with once it is decided', async () => {
  const { answer, id } = await asking(waits);
  await issueInContingency(api.orm, id, { mode: 'SVC' });
  expect(await Promise.race([answer, afterLooks()])).toBe('waits');
  await becomes(api.orm, id, 'AUTHORIZED');
  expect((await answer).body).toMatchObject({ status: 'AUTHORIZED', contingency: { mode: 'SVC', transmitBy: null } });
});

test('after the seconds that it prefers a request is answered in any case', async () => {
  const began = Date.now();
  const { answer, id } = await asking({ prefer: 'respond-async, wait=1' });
  const { status, headers, body } = await answer;
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
  expect([status, headers.get('preference-applied')]).toEqual([201, 'wait=1']);
  expect(body).toMatchObject({ id, status: 'PROCESSING', number: 0, accessKey: null, pdfUrl: null });
});

test.each<[string, Record<string, string>, Record<string, unknown>]>([
  ['no preference', {}, { emit: true }],
  ['a preference that says nothing', { prefer: 'wait=soon' }, { emit: true }],
  ['a draft', waits, {}],
])('%s is not waited for', async (_what, headers, changes) => {
  const answer = await api.call('POST', path, { key, body: sale(changes), headers });
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, null]);
});

test('a request that is repeated waits for the document of the first', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await api.call('POST', path, { key, body: sale({ emit: true }), headers });
  const again = api.call('POST', path, { key, body: sale({ emit: true }), headers: { ...headers, ...waits } });
  expect(await Promise.race([again, afterLooks()])).toBe('waits');
  await becomes(api.orm, first.body.id, 'AUTHORIZED');
  const { status, headers: answered, body } = await again;
  expect([status, answered.get('idempotent-replayed'), answered.get('preference-applied')]).toEqual([
    200,
    'true',
    'wait=30',
  ]);
  expect(body).toMatchObject({ id: first.body.id, status: 'AUTHORIZED' });
});

test('an office waits as the company does, and is told its own paths', async () => {
  const { company } = await newCompany(api.orm);
  const { office, key: officeKey } = await newOffice(api.orm);
  await linkOf(api.orm, office, company, { issuingAllowed: true });
  const base = `/v1/accounting/companies/${company.id}/fiscal-documents`;
  const externalId = randomUUID();
  const body = sale({ emit: true, externalId });
  const answer = api.call('POST', base, { key: officeKey, body, headers: waits });
  const id = await idOf(externalId);
  await becomes(api.orm, id, 'AUTHORIZED');
  expect((await answer).body).toMatchObject({ status: 'AUTHORIZED', pdfUrl: `${base}/${id}/danfe` });
});

test('a hundred that wait leave the database to others', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const create = (more: Record<string, string> = {}) =>
    api.call('POST', path, { key, body: sale({ emit: true }), headers: { ...headers, ...more } });
  const { body: first } = await create();
  let answered = 0;
  const waiting = Array.from({ length: 100 }, () => create(waits).finally(() => (answered += 1)));
  expect((await api.call('GET', `${path}/${String(first.id)}`, { key })).status).toBe(200);
  expect(answered).toBe(0);
  await becomes(api.orm, first.id, 'REJECTED');
  const answers = await Promise.all(waiting);
  expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => 'REJECTED'));
});

test('a caller that goes is waited for no longer', async () => {
  const externalId = randomUUID();
  const gone = new AbortController();
  const asked = fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...waits },
    body: JSON.stringify(sale({ emit: true, externalId })),
    signal: gone.signal,
  }).catch(() => 'gone');
  const id = await idOf(externalId);
  gone.abort();
  expect(await asked).toBe('gone');
  await until('the request is over', async () =>
    (await api.logs()).some((line) => line['documentId'] === id && line['message'] === 'request'),
  );
});

test('a process that is told to stop answers with what there is', async () => {
  const { answer, id } = await asking(waits);
  api.stopping.abort();
  expect((await answer).body).toMatchObject({ id, status: 'PROCESSING' });
});

/** Creates and emits a sale, and returns the document's id while the answer is still awaited. */
async function asking(
  headers: Record<string, string>,
  changes: Record<string, unknown> = {},
): Promise<{ answer: Promise<Answer>; id: string }> {
  const externalId = randomUUID();
  const given = changes['type'] === 'NFCE' ? consumerSale : {};
  const body = sale({ emit: true, externalId, ...given, ...changes });
  const answer = api.call('POST', path, { key, body, headers });
  return { answer, id: await idOf(externalId) };
}

const consumerSale = { client: { name: 'Consumidor', document: '' }, payments: [{ method: 'CASH', value: 100 }] };
const settings = { ...shopSettings, series: { '55': 1, '65': 7 } };

function emit(id: unknown, headers: Record<string, string>): Promise<Answer> {
  return api.call('POST', `${path}/${String(id)}/emit`, { key, headers });
}

async function idOf(externalId: string): Promise<string> {
  const find = () => acrossCompanies(api.orm).findOne(Document, { externalId });
  await until('it is kept', async () => (await find()) !== null);
  return (await find())?.id ?? '';
}

function stored(id: unknown): Promise<Document> {
  return acrossCompanies(api.orm).findOneOrFail(Document, { id: String(id) });
}

/** Resolves to `waits` after the API has looked at the database several times. */
function afterLooks(): Promise<'waits'> {
  return new Promise((resolve) => setTimeout(() => resolve('waits'), 700));
}

/** A Temporal client that accepts every start, and no worker. */
function starting(): ReturnType<typeof temporalAway> {
  const client = temporalAway();
  client.withDeadline = (async () => randomUUID()) as typeof client.withDeadline;
  return client;
}
