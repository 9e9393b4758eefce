import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../../../domain/clients/client.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import contract from '../../../../openapi/generated/openapi.json' with { type: 'json' };
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { until } from '../../../support/checks/until.ts';
import { endEmission, type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { item, newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { causesIn } from './causes.ts';

let api: TestApi;
let temporal: TestTemporal;
let key: string;
let companyId: string;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  const { company, key: secret } = await newCompany(api.orm);
  [companyId, key] = [company.id, secret];
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

test('a sale becomes a draft without number and without run', async () => {
  const { status, body } = await create(sale());
  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ id: expect.any(String), type: 'NFE', status: 'DRAFT', number: 0, accessKey: null, pdfUrl: null, xmlUrl: null },
    ...{ rejectionReason: null, contingency: null, runId: null, warnings: [] },
  });
});

test('a city that is not the one of its code is reported, and keeps no sale from being emitted', async () => {
  const client = { ...(sale().client as object), city: 'Sorocaba' };
  const warning = { path: 'client.city', message: expect.stringContaining('3509502 é de Campinas') };
  const { status, body } = await create(sale({ client }));
  expect({ status, warnings: body.warnings }).toEqual({ status: 201, warnings: [expect.objectContaining(warning)] });
});

test.each(['sale', 'consumerSale'] as const)('the example %s that the contract prints is accepted', async (name) => {
  const { requestBody } = contract.paths['/v1/fiscal-documents'].post;
  const { status } = await create(requestBody.content['application/json'].examples[name].value);
  expect(status).toBe(201);
});

test('with emit the document is in processing, and its run begins behind the answer', async () => {
  const { status, body } = await create(sale({ emit: true }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'PROCESSING', number: 0, runId: null });
  await endEmission(temporal, body.id);
});

test('with emit and Temporal away the document is kept in processing, for reconciliation to emit', async () => {
  const away = await startApi();
  const { key } = await newCompany(away.orm);
  const { status, body } = await away.call('POST', '/v1/fiscal-documents', { key, body: sale({ emit: true }) });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'PROCESSING', runId: null });
  await until('the log tells that it waits', async () =>
    causesIn(await away.logs(), 'a document waits for Temporal').some((cause) =>
      /DEADLINE_EXCEEDED|UNAVAILABLE/.test(String(cause)),
    ),
  );
  await away.close();
});

test.each([
  ['a JSON number', 10.1, 3, '30.30'],
  ['a decimal string', '10.10', '3', '30.30'],
  ['what floats make of 1.1 * 3', 1.1 * 3, 1, '3.30'],
  ['half a cent', '0.005', 1, '0.01'],
  ['ten places', '0.1234567891', '1000', '123.46'],
])('an amount may be %s', async (_what, unitValue, quantity, total) => {
  const { body } = await create(sale({ items: [item({ unitValue, quantity })] }));
  expect(await stored(body.id)).toMatchObject({ totalValue: total });
});

test('990 items are one document, and one more is none', async () => {
  expect((await create(sale({ items: Array.from({ length: 990 }, () => item()) }))).status).toBe(201);
  const { status, body } = await create(sale({ items: Array.from({ length: 991 }, () => item()) }));
  expect(status).toBe(400);
  expect(body.issues).toEqual([{ path: 'items', message: 'deve ter no máximo 990 elementos' }]);
});

test('null means not sent', async () => {
  const nothing = { clientId: null, payments: null, duplicates: null, transport: null, discount: null, emit: null };
  expect(
    (await create(sale({ ...nothing, items: [item({ ncm: null, icmsRate: null, discount: null })] }))).status,
  ).toBe(201);
});

test('a company without fiscal settings may keep drafts', async () => {
  const { key } = await newCompany(api.orm, { settings: null });
  const { status } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  expect(status).toBe(201);
});

test('an inline client is put on record once, however many sales come at the same moment', async () => {
  const { key, company } = await newCompany(api.orm);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.call('POST', '/v1/fiscal-documents', { key, body: sale() })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const em = acrossCompanies(api.orm);
  const clients = await em.find(Client, { company: company.id });
  expect(clients).toHaveLength(1);
  const documents = await em.find(Document, { company: company.id });
  expect(new Set(documents.map(({ client }) => client))).toEqual(new Set([clients[0]?.id]));
});

test('a reused client stays as it is on record, and the document keeps what was sent', async () => {
  const { body } = await create(sale({ client: { name: 'Outro Nome', document: '11444777000161' } }));
  const em = acrossCompanies(api.orm);
  const record = await em.findOneOrFail(Client, { company: companyId, document: '11444777000161' });
  expect(record.name).toBe('Comércio Água Boa S/A');
  expect((await stored(body.id)).clientSnapshot).toMatchObject({ id: record.id, name: 'Outro Nome' });
});

test('an anonymous consumer leaves no record', async () => {
  const before = await acrossCompanies(api.orm).count(Client, { company: companyId });
  const { body } = await create(sale({ client: { name: 'Consumidor', document: '' } }));
  expect((await stored(body.id)).clientSnapshot).toMatchObject({ id: null, document: '', documentType: null });
  expect(await acrossCompanies(api.orm).count(Client, { company: companyId })).toBe(before);
});

test('a client on record is named by its id', async () => {
  const { id } = await acrossCompanies(api.orm).findOneOrFail(Client, {
    company: companyId,
    document: '11444777000161',
  });
  const { status, body } = await create(sale({ client: undefined, clientId: id }));
  expect(status).toBe(201);
  expect(await stored(body.id)).toMatchObject({ client: id });
});

test.each([
  ['another company’s client', async () => foreignClient()],
  ['an id of nobody', async () => '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b'],
  ['what is no id', async () => 'x'],
])('%s is 422 invalid_client', async (_what, id) => {
  const { status, body } = await create(sale({ client: undefined, clientId: await id() }));
  expect(status).toBe(422);
  expect(body.code).toBe('invalid_client');
});

test.each([
  ['neither client nor clientId', { client: undefined }],
  ['both client and clientId', { clientId: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b' }],
])('%s is 400, naming both fields', async (_what, change) => {
  const { status, body } = await create(sale(change));
  expect(status).toBe(400);
  expect(body.code).toBe('validation_error');
  expect(body.issues).toMatchObject([
    { path: 'client', message: expect.any(String) },
    { path: 'clientId', message: expect.any(String) },
  ]);
});

test.each([
  [{ templateId: 't' }, 'invalid_template', 'templateId'],
  [{ taxRuleId: 't' }, 'invalid_tax_rule', 'taxRuleId'],
  [{ items: [item({ productId: 'p' })] }, 'invalid_product', 'items[0].productId'],
  [{ items: [item(), item({ taxRuleId: 'p' })] }, 'invalid_tax_rule', 'items[1].taxRuleId'],
  [{ transport: { carrierId: 'c' } }, 'invalid_carrier', 'transport.carrierId'],
])('%j is 422 %s and names the field', async (change, code, path) => {
  const { status, body } = await create(sale(change));
  expect(status).toBe(422);
  expect(body).toMatchObject({ code, issues: [{ path, message: expect.any(String) }] });
});

test('installments that do not add up say by how much', async () => {
  const { status, body } = await create(sale({ duplicates: [{ dueDate: '2027-01-31', value: 99.99 }] }));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_duplicates', message: expect.stringContaining('R$ 0,01 a menos') });
});

test.each([
  ['number', { number: 'A-1', dueDate: '2035-01-31', value: 100 }],
  ['dueDate', { dueDate: '2020-01-31', value: 100 }],
])('what no note of today can have as %s of an installment is reported before a run is started', async (field, one) => {
  const { status, body } = await create(sale({ duplicates: [one], emit: true }));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', issues: [{ path: `duplicates[0].${field}` }] });
});

test('nothing is stored of a sale that is refused', async () => {
  const { key, company } = await newCompany(api.orm);
  await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ transport: { carrierId: 'c' } }) });
  await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ items: [item({ cest: '1' })] }) });
  const em = acrossCompanies(api.orm);
  expect(await em.count(Document, { company: company.id })).toBe(0);
  expect(await em.count(Client, { company: company.id })).toBe(0);
});

function create(body: unknown) {
  return api.call('POST', '/v1/fiscal-documents', { key, body });
}

async function stored(id: unknown): Promise<Document> {
  return acrossCompanies(api.orm).findOneOrFail(Document, { id: String(id) }, { populate: ['payload'] });
}

async function foreignClient(): Promise<string> {
  const { key, company } = await newCompany(api.orm);
  await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  return (await acrossCompanies(api.orm).findOneOrFail(Client, { company: company.id })).id;
}
