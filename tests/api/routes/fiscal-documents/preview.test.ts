import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Client } from '../../../../domain/clients/client.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { decimal, money, sum } from '../../../../domain/money.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { item, newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { newStore, pathsOf, type Store } from '../../store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api);
});
afterAll(() => api.close());

const person = { name: 'Maria de Souza', document: '529.982.247-25', state: 'RJ', city: 'Rio de Janeiro' };
const carioca = {
  ...person,
  street: 'Rua das Laranjeiras',
  number: '7',
  neighborhood: 'Laranjeiras',
  municipalityCode: '3304557',
  zipCode: '22240003',
};

test('nothing is created: no document, no client, whatever the Idempotency-Key', async () => {
  const { key, company } = await newStore(api);
  const headers = { 'idempotency-key': 'venda-1' };
  const answer = await api.call('POST', '/v1/fiscal-documents/preview', { key, body: sale(), headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('idempotent-replayed')).toBeNull();
  const em = acrossCompanies(api.orm);
  expect(await em.count(Document, { company: company.id })).toBe(0);
  expect(await em.count(Client, { company: company.id })).toBe(0);
  const created = await api.call('POST', '/v1/fiscal-documents', { key, body: sale(), headers });
  expect(created.status).toBe(201);
});

test('every level shows where it decided, and the records it decided by', async () => {
  const rule = await store.rule({
    name: 'Vendas a consumidor',
    nfeTaxRules: [
      { states: ['SP'], icmsCst: '40' },
      { states: ['RJ'], clientTypes: ['CONSUMIDOR_FINAL'], icmsCst: '20', icmsRedBc: 10 },
    ],
  });
  const productId = await store.product({
    salePrice: '100.00',
    nfeConfig: { ncm: '09012100', internalCfop: '5102', pisCst: '06', taxRuleId: rule },
  });
  const templateId = await store.template({ cofinsCst: '06', cfop: '5949' });
  const { status, body } = await store.preview({
    operationNature: null,
    templateId,
    client: carioca,
    items: [{ productId, quantity: 2, icmsOrigin: '1' }],
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body).toMatchObject({
    type: 'NFE',
    environment: 'HOMOLOGATION',
    operationNature: 'Venda pelo modelo',
    purpose: 'NORMAL',
    operationType: 'OUT',
    destination: 'INTERSTATE',
    originState: 'SP',
    destinationState: 'RJ',
    taxRegime: 'NORMAL',
    finalConsumer: true,
    client: { id: null, document: '52998224725', taxpayerType: 'NAO_CONTRIBUINTE', state: 'RJ' },
    totalValue: '200.00',
    items: [
      {
        cfop: '6108',
        unit: 'PCT',
        totalValue: '200.00',
        icms: { origin: '1', situation: '20', baseReduction: '10.0000', base: '180.00', rate: '4.0000', value: '7.20' },
        difal: { interstateRate: '4.0000', base: '180.00' },
        pis: { situation: '06', value: null },
        cofins: { situation: '06', value: null },
        ibsCbs: { situation: '000', classification: '000001', amounts: { base: expect.any(String) } },
        taxation: {
          icmsOrigin: { value: '1', source: 'ITEM' },
          icmsSituation: { value: '20', source: 'TAX_RULE' },
          icmsRedBc: { value: '10.0000', source: 'TAX_RULE' },
          icmsRate: { value: '4.0000', source: 'TABLE' },
          ncm: { value: '09012100', source: 'PRODUCT' },
          cfop: { value: '6108', source: 'PRODUCT' },
          pisSituation: { value: '06', source: 'PRODUCT' },
          cofinsSituation: { value: '06', source: 'TEMPLATE' },
          ibsCbsSituation: { value: '000', source: 'COMPANY' },
        },
        taxedBy: {
          taxRule: { id: rule, name: 'Vendas a consumidor', subRule: 2 },
          product: { id: productId, name: 'Café torrado em grãos 500 g' },
          template: { id: templateId, name: 'Venda' },
        },
      },
    ],
    taxTotals: { products: '200.00', icmsBase: '180.00', icms: '7.20', note: '200.00' },
  });
});

test('substitution, IPI and funds are in lines, totals, installments and payments', async () => {
  const substituted = {
    ncm: '22030000',
    cest: '0302100',
    icmsCst: '10',
    icmsRate: 18,
    icmsStModBc: '4',
    icmsStMva: 40,
    icmsStRate: 18,
    fcpStRate: 2,
    ipiSituation: '50',
    ipiRate: 10,
  };
  const productId = await store.product({ salePrice: '100.00', nfeConfig: substituted });
  const items = [{ productId, quantity: 1 }];
  const { status, body } = await store.preview({ items });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      totalValue: '122.80',
      items: [
        {
          icms: { stBaseMode: '4', stMargin: '40.0000', stBase: '154.00', stRate: '18.0000', stValue: '9.72' },
          ipi: { framework: '999', situation: '50', base: '100.00', rate: '10.0000', value: '10.00' },
        },
      ],
      taxTotals: { icmsSt: '9.72', icmsStBase: '154.00', fcpSt: '3.08', ipi: '10.00', note: '122.80' },
      payments: [{ method: 'NO_PAYMENT', value: '0.00' }],
    },
  });
  const due = [
    { dueDate: '2030-01-31', value: '61.40' },
    { dueDate: '2030-02-28', value: '61.40' },
  ];
  expect(await store.preview({ items, duplicates: due })).toMatchObject({
    status: 200,
    body: {
      duplicates: [{ number: '001' }, { number: '002', value: '61.40' }],
      payments: [{ method: 'OTHERS', value: '122.80' }],
    },
  });
});

test('lines add up to the totals to the cent', async () => {
  const items = [1, 3, 7].map((quantity) => item({ quantity, unitValue: '33.335', fcpRate: 2 }));
  const { body } = await store.preview({ items, discount: '10.01', transport: { freightValue: '5.55' } });
  const { items: lines, taxTotals } = preview.parse(body);
  const total = (pick: (line: (typeof lines)[number]) => string | null) => money(sum(lines.map(pick).map(decimal)));
  expect(taxTotals).toMatchObject({
    products: total(({ totalValue }) => totalValue),
    discount: total(({ discount }) => discount),
    freight: total(({ freight }) => freight),
    icms: total(({ icms }) => icms.value),
    icmsBase: total(({ icms }) => icms.base),
    fcp: total(({ icms }) => icms.fcpValue),
    pis: total(({ pis }) => pis.value),
    rtcCbsTotal: total(({ ibsCbs }) => ibsCbs.amounts.cbsValue),
  });
});

const extras: [name: string, path: string, whole: (value: string) => Record<string, unknown>][] = [
  ['freight', 'transport.freightValue', (freightValue) => ({ transport: { freightValue } })],
  ['insurance', 'insurance', (insurance) => ({ insurance })],
  ['discount', 'discount', (discount) => ({ discount })],
  ['otherCosts', 'otherCosts', (otherCosts) => ({ otherCosts })],
];

test.each(extras)('%s is one amount in preview and creation, wherever it is said', async (name, path, whole) => {
  const items = ['5.00', '1.00'].map((value) => item({ quantity: 1, unitValue: '50.00', [name]: value }));
  const plain = items.map(() => item({ quantity: 1, unitValue: '50.00' }));
  const total = name === 'discount' ? '94.00' : '106.00';
  const ways = [{ items }, { items, ...whole('6.00') }, { items, ...whole('0') }, { items: plain, ...whole('6.00') }];
  for (const way of ways) {
    expect((await store.preview(way)).body).toMatchObject({ totalValue: total, taxTotals: { [name]: '6.00' } });
    const created = await store.create(way);
    expect(await store.detail(created.body.id)).toMatchObject({ totalValue: total });
  }
  for (const ask of [store.preview, store.create]) {
    const answer = await ask({ items, ...whole('5.00') });
    expect({ status: answer.status, paths: pathsOf(answer.body) }).toEqual({ status: 400, paths: [path] });
  }
});

test('everything that emission would refuse is reported at once, field by field', async () => {
  const { key } = await newCompany(api.orm, { settings: issuer.settings });
  const body = sale({
    items: [
      { quantity: 1, code: 'A', description: 'Café', unitValue: '1.00', cfop: '6102', icmsSituation: '10' },
      { quantity: 0.5, code: 'B' },
    ],
    payments: [{ method: 'OTHERS', value: '1.00' }],
  });
  const answer = await api.call('POST', '/v1/fiscal-documents/preview', { key, body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect(pathsOf(answer.body)).toEqual(
    expect.arrayContaining([
      'items[1].description',
      'items[1].unitValue',
      'payments[0].description',
      'items[0].ncm',
      'items[0].cfop',
      'items[0].icmsStRate',
      'items[1].icmsSituation',
    ]),
  );
});

test.each([
  ['invalid_taxation', 422, { items: [item({ icmsSituation: '101' })] }],
  ['invalid_cfop', 422, { items: [item({ cfop: '6102' })] }],
  ['invalid_cest', 422, { items: [item({ cest: '1' })] }],
  ['invalid_duplicates', 400, { duplicates: [{ dueDate: '2030-01-31', value: '99.99' }] }],
  ['invalid_payments', 422, { payments: [{ method: 'PIX', value: '99.99' }] }],
  ['invalid_plate', 422, { transport: { vehiclePlate: 'ABC*1234', vehicleState: 'SP' } }],
  ['validation_error', 400, { rtcDebitType: '01' }],
  ['validation_error', 400, { duplicates: [{ dueDate: '2020-01-31', value: '100.00' }] }],
  ['validation_error', 400, { client: { name: 'Ana', document: '123' } }],
  ['validation_error', 400, { client: undefined }],
  ['invalid_client', 422, { client: undefined, clientId: 'x' }],
])('%s is %i as at creation and emission', async (code, status, changes) => {
  expect(await store.preview(changes)).toMatchObject({ status, body: { code } });
});

test('a company without fiscal settings is told to fill them', async () => {
  const bare = await newStore(api, { settings: null });
  const { status, body } = await bare.preview();
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_state' });
  expect(body.message).toContain('lavra company set');
});

test('a preview asks for the scope of creations', async () => {
  const reader = await newStore(api, { scopes: ['clients:read'] });
  expect(await reader.preview()).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
});

test('a client on record is shown with its id, inline or by it', async () => {
  const id = await store.client({ document: '04.252.011/0001-10' });
  const inline = await store.preview({ client: { name: 'Outro nome', document: '04252011000110' } });
  expect(inline.body).toMatchObject({ client: { id, name: 'Outro nome' } });
  const named = await store.preview({ client: undefined, clientId: id });
  expect(named.body).toMatchObject({ client: { id, name: 'Comércio Água Boa S/A' } });
});

test('a client abroad on record is exported to as an inline one is', async () => {
  const abroad = { name: 'Acme Inc', document: 'US-556677', country: 'US', street: 'Main St', number: '1' };
  const clientId = await store.client({ ...abroad, neighborhood: 'Downtown' });
  const exported = {
    export: { exitState: 'sp', exitPlace: 'Porto de Santos' },
    items: [item({ cfop: '7102', icmsSituation: '41', unit: 'KG' })],
  };
  const inline = await store.preview({ ...exported, client: { ...abroad, neighborhood: 'Downtown' } });
  const named = await store.preview({ ...exported, client: undefined, clientId });
  expect(inline).toMatchObject({ status: 200, body: { client: { id: clientId } } });
  expect(named.body).toEqual({ ...inline.body, issueDateTime: named.body.issueDateTime });
});

test('an address of the preview takes only POST', async () => {
  expect(await store.call('GET', '/v1/fiscal-documents/preview')).toMatchObject({ status: 405 });
});

const line = z.object({
  totalValue: z.string(),
  discount: z.string().nullable(),
  freight: z.string().nullable(),
  icms: z.object({ base: z.string(), value: z.string(), fcpValue: z.string() }),
  pis: z.object({ value: z.string() }),
  ibsCbs: z.object({ amounts: z.object({ cbsValue: z.string() }) }),
});
const preview = z.object({ items: z.array(line), taxTotals: z.record(z.string(), z.unknown()) });
