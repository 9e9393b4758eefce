import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { payableOf, receivedEvent, receivedNote } from '../../support/rows/received.ts';
import { keepFile } from '../../support/rows/received-files.ts';
import { type Answer, newCompany, startApi, type TestApi } from '../fixture.ts';
import { filed, note, someKey } from './received-desk.ts';

let api: TestApi;
let company: Company;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ company, key } = await newCompany(api.orm));
});
afterAll(() => api.close());

const list = '/v1/received-documents';

test('a note is listed with every field of the contract, and shown with its versions and payables', async () => {
  const row = await note(api.orm, company, {
    nsu: 9_007_199_254_740_993n,
    number: '1234',
    series: '1',
    role: 'RECIPIENT',
  });
  await keepFile(api.orm, row, 1_001, { schemaType: 'RES_NFE', content: '<resNFe/>' });
  await keepFile(api.orm, row, Number(row.nsu), { schemaType: 'PROC_NFE' });
  const payable = await payableOf(api.orm, row);
  const event = await receivedEvent(api.orm, company, row, {
    code: '110110',
    eventName: 'Carta de Correcao',
    eventText: 'Volume: 2',
  });
  const listed = {
    id: row.id,
    model: 'NFE',
    schemaType: 'PROC_NFE',
    nsu: '9007199254740993',
    accessKey: row.accessKey,
    issuer: { taxId: '11222333000181', name: 'Lavra Demonstração Ltda' },
    number: '1234',
    series: '1',
    totalValue: '150.00',
    emissionDate: row.emissionDate.toISOString(),
    status: 'AUTHORIZED',
    role: 'RECIPIENT',
    manifestation: null,
    hasFullXml: true,
    event: null,
    receivedAt: expect.any(String),
    updatedAt: expect.any(String),
  };
  const { body } = await get(`${list}?accessKey=${row.accessKey}&schemaType=PROC_NFE`);
  expect(body).toEqual({ data: [listed], meta: { page: 1, pageSize: 20, total: 1, totalPages: 1 } });

  const detail = await get(`${list}/${row.id}`);
  expect(detail.body).toMatchObject({
    ...listed,
    pdf: { available: true, reason: null },
    signature: { status: null, reason: null },
    events: [{ id: event.id, code: '110110', status: 'REGISTERED', correction: 'Volume: 2' }],
    versions: [
      { nsu: '1001', schemaType: 'RES_NFE', size: 9 },
      { schemaType: 'PROC_NFE', receivedAt: expect.any(String), size: expect.any(Number) },
    ],
    payables: [{ id: payable.id, status: 'OPEN', receivedDocument: { id: row.id, accessKey: row.accessKey } }],
  });
});

test('an event is listed with what it says, and has neither PDF nor payables', async () => {
  const row = await receivedEvent(
    api.orm,
    company,
    { accessKey: someKey() },
    {
      ...{
        code: '110111',
        eventName: 'Cancelamento',
        eventText: 'Pedido desfeito pelo cliente',
        eventAuthor: '11222333000181',
      },
    },
  );
  const { body } = await get(`${list}/${row.id}`);
  expect(body).toMatchObject({
    status: 'REGISTERED',
    totalValue: null,
    event: {
      code: '110111',
      sequence: 1,
      description: 'Cancelamento',
      author: '11222333000181',
      text: 'Pedido desfeito pelo cliente',
    },
    pdf: { available: false, reason: expect.stringContaining('Eventos não têm PDF') },
    events: [],
    payables: [],
  });
});

test.each([
  ['accessKey=3526', 'accessKey'],
  [`accessKey=${'1'.repeat(44)}`, 'accessKey'],
  [`accessKey=${wrongKey()}`, 'accessKey'],
  ['issuerCnpj=11222333000182', 'issuerCnpj'],
  ['issuerCnpj=52998224724', 'issuerCnpj'],
  ['issuerCnpj=padaria', 'issuerCnpj'],
  ['issuerCnpj=', 'issuerCnpj'],
  ['emittedFrom=2026-02-30', 'emittedFrom'],
  ['emittedFrom=01/02/2026', 'emittedFrom'],
  ['emittedFrom=2026-02-02&emittedTo=2026-02-01', 'emittedTo'],
  ['emittedTo=10000-01-01', 'emittedTo'],
  ['model=CTE', 'model'],
  ['schemaType=NFE', 'schemaType'],
  ['manifestation=SIM', 'manifestation'],
  ['pending=1', 'pending'],
  [`search=${'a'.repeat(101)}`, 'search'],
  ['search=%00', 'search'],
  ['page=0', 'page'],
  ['page=1000000001', 'page'],
  ['pageSize=0', 'pageSize'],
  ['pageSize=101', 'pageSize'],
  ['environment=PRODUCTION', 'environment'],
])('%s is 400 and names the filter', async (query, path) => {
  const { status, body } = await get(`${list}?${query}`);
  expect({ query, status, code: body.code, issues: body.issues }).toMatchObject({
    status: 400,
    code: 'validation_error',
    issues: [{ path, message: expect.any(String) }],
  });
});

test('a day that is not written as one is told how to write it', async () => {
  const { body } = await get(`${list}?emittedFrom=01/02/2026`);
  expect(body.message).toBe('emittedFrom deve ser uma data que existe, como 2026-12-31.');
});

test.each([
  'emittedFrom=0000-01-01&emittedTo=0000-12-31',
  'emittedTo=0001-01-01',
  'emittedFrom=9999-12-31&emittedTo=9999-12-31',
  'search=%25',
  'search=_',
  'search=zz',
  `search=${'a'.repeat(100)}`,
  'page=1000000000&pageSize=100',
  'page=1000000000&search=lavra',
  'issuerCnpj=529.982.247-25',
  'model=NFE&schemaType=NFSE',
])('%s is an empty page', async (query) => {
  await note(api.orm, company);
  const { status, body } = await get(`${list}?${query}`);
  expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
});

test.each([
  'emittedFrom=0000-01-01&emittedTo=9999-12-31',
  'search=',
  'search=%20',
  'search=l',
  'issuerCnpj=11.222.333%2F0001-81',
  'issuerCnpj=11.222.333/0001-81',
  'search=11.222.333%2F0001-81',
])('%s is not', async (query) => {
  await note(api.orm, company);
  expect((await get(`${list}?${query}`)).body).toMatchObject({ meta: { total: expect.any(Number) } });
  expect((await get(`${list}?${query}`)).body.data).not.toEqual([]);
});

test('a list is of the present environment of the company', async () => {
  const { company, key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const row = await receivedNote(api.orm, company, { accessKey: someKey() });
  await receivedNote(api.orm, company, { accessKey: someKey() }, { environment: 'HOMOLOGATION' });
  const ids = ((await api.call('GET', list, { key })).body.data as { id: string }[]).map(({ id }) => id);
  expect(ids).toEqual([row.id]);
});

test('another company’s document, or none, is 404 everywhere', async () => {
  const row = await filed(api.orm, company, { content: authorizedXml() });
  const stranger = await newCompany(api.orm);
  for (const path of ['', '/xml', '/danfe']) {
    for (const id of [row.id, randomUUID(), '1']) {
      const answer = await api.call('GET', `${list}/${id}${path}`, { key: stranger.key });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  }
  expect((await api.call('GET', list, { key: stranger.key })).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('reading asks for received-documents:read', async () => {
  const { key: writer } = await newCompany(api.orm, { scopes: ['received-documents:write', 'documents:write'] });
  for (const path of ['', '/1', '/1/xml', '/1/danfe']) {
    expect((await api.call('GET', `${list}${path}`, { key: writer })).status).toBe(403);
  }
});

/** A key with a wrong check digit. */
function wrongKey(): string {
  return someKey().replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
}

function get(path: string): Promise<Answer> {
  return api.call('GET', path, { key });
}
