import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { startApi, type TestApi } from '../../fixture.ts';
import { everyDetail, nfseKey, service, serviceItem, serviceSettings } from '../../service.ts';
import { newStore, pathsOf, type Store } from '../../store.ts';
import { becomes } from './documents.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: serviceSettings });
});
afterAll(() => api.close());

test('a service is created as a draft, with the series of services, and shown as it was asked for', async () => {
  const { status, body } = await create({ externalId: 'os-1', additionalInfo: 'Obrigado', discount: '10' });
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...{ id: expect.any(String), type: 'NFSE', status: 'DRAFT', number: 0, runId: null, warnings: [] },
      ...{ accessKey: null, pdfUrl: null, xmlUrl: null, rejectionReason: null, contingency: null },
    },
  });
  expect(await store.detail(body.id)).toMatchObject({
    ...{ type: 'NFSE', series: 7, accessKey: null, totalValue: '90.00', operationNature: null, externalId: 'os-1' },
    ...{ nfseNumber: null, verificationCode: null, protocolNumber: null, additionalInfo: 'Obrigado' },
    items: [{ code: 'SUPORTE', quantity: '4', unitValue: '25.00', totalValue: '100.00', ncm: null, cfop: null }],
    ...{ payments: [], duplicates: [], transport: null, change: null, replaces: null },
    service: { place: null, competence: null, description: null, works: null, order: null },
    taxTotals: { icms: null, services: null, iss: null, netValue: null, computedBy: null },
  });
});

test('codes lose their punctuation and numbers get one form, however they were written', async () => {
  const item = serviceItem({ nbsCode: '1.1502.10.00', issRate: 2.9, quantity: '04', issWithholding: '1' });
  const { body } = await create({ items: [item] });
  const { payload } = await store.stored(body.id);
  expect(payload.items).toEqual([
    expect.objectContaining({ serviceCode: '010701', nbsCode: '115021000', issRate: '2.9000', quantity: '4' }),
  ]);
});

test('every detail of a service is kept and shown', async () => {
  const { status, body } = await create({ service: everyDetail });
  expect({ status, body }).toMatchObject({ status: 201 });
  const { works, event, foreignTrade, deductions } = everyDetail;
  expect((await store.detail(body.id)).service).toEqual({
    place: { municipalityCode: '3509502', country: null },
    competence: '2026-01-31',
    description: null,
    foreignTrade: { ...foreignTrade, exportRegistration: null },
    works: {
      ...{ propertyRegistration: 'IPTU 1', code: null, cib: null },
      address: { ...works.address, zipCode: '13010000', city: null, region: null },
    },
    event: { ...event, code: null, address: { ...event.address, complement: null } },
    deductions: {
      ...{ rate: null, value: null },
      documents: [
        {
          ...deductions.documents[0],
          ...{ nfseKey: null, nfeKey: null, fiscalNumber: null, otherNumber: null, deductibleValue: '20.00' },
          supplier: { name: 'Peças Ltda', document: '33000167000101', documentType: 'CNPJ' },
        },
      ],
    },
    intermediary: { name: 'Plataforma Ltda', document: '33000167000101', documentType: 'CNPJ' },
    conditionalDiscount: '5.00',
    order: { number: '4500012345', items: ['10', '20'] },
    ibsCbs: {
      ...everyDetail.ibsCbs,
      recipient: { name: 'Secretaria da Saúde', document: '33000167000101', documentType: 'CNPJ' },
      property: { propertyRegistration: 'IPTU 2', cib: 'AB12CD34', address: null },
      reimbursements: [
        {
          ...everyDetail.ibsCbs.reimbursements[0],
          ...{ nfseKey: null, nfeKey: null, cteKey: null, otherKey: null, fiscalDocument: null, value: '5.00' },
          supplier: { name: 'Peças Ltda', document: '33000167000101', documentType: 'CNPJ' },
        },
      ],
    },
    approximateTaxes: { federalValue: '13.45', stateValue: '0.00', municipalValue: '2.00' },
  });
});

const london = { street: 'Portland Place', number: '1', neighborhood: 'Marylebone', zipCode: 'W1A1AA', city: 'London' };

test.each([
  ['nobody', { name: 'Consumidor', document: '' }],
  ['a person without an address', { name: 'Maria de Souza', document: '529.982.247-25' }],
  ['a company abroad', { name: 'Acme Ltd', document: 'GB-556677', country: 'GB', ...london }],
])('the taker may be %s', async (_who, client) => {
  expect(await create({ client })).toMatchObject({ status: 201 });
});

test('a product gives a service its name, code and price, and nothing of its goods', async () => {
  const productId = await store.product({ name: 'Instalação', salePrice: '80.00', code: 'INST' });
  const line = { productId, quantity: 4, serviceCode: '01.07.01', nbsCode: '115021000' };
  const { status, body } = await create({ items: [line] });
  expect({ status, body }).toMatchObject({ status: 201 });
  const { payload } = await store.stored(body.id);
  expect(payload.items).toEqual([
    {
      ...{ code: 'INST', description: 'Instalação', unitValue: '80.00', unit: 'PCT', quantity: '4', productId },
      ...{ serviceCode: '010701', nbsCode: '115021000' },
    },
  ]);
});

test('a service takes templates and rules of services, and none of goods', async () => {
  const [goods, services] = [
    await store.template(),
    await store.template({ type: 'NFSE', operationNature: 'Serviço' }),
  ];
  expect((await create({ templateId: goods })).body).toMatchObject({ code: 'template_type_mismatch' });
  const rules = {
    goods: await store.rule(),
    services: await store.rule({ model: 'NFSE', nfeTaxRules: undefined, nfseTaxRules: [{ issWithholding: '1' }] }),
  };
  const refused = await create({ taxRuleId: rules.goods });
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_tax_rule' } });
  expect(refused.body.message).toContain('é de NF-e');
  const { body } = await create({ templateId: services, taxRuleId: rules.services });
  expect(await store.detail(body.id)).toMatchObject({ operationNature: 'Serviço' });
});

test('the same request, repeated, finds the service that it made', async () => {
  const headers = { 'idempotency-key': 'os-42' };
  const ask = () => api.call('POST', '/v1/fiscal-documents', { key: store.key, body: service(), headers });
  const [first, second] = [await ask(), await ask()];
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body.id).toBe(first.body.id);
});

test('a service may have 990 items, and no more', async () => {
  const items = Array.from({ length: 991 }, () => serviceItem());
  expect(await create({ items: items.slice(1) })).toMatchObject({ status: 201 });
  expect(await create({ items })).toMatchObject({ status: 400, body: { code: 'validation_error' } });
});

test('a service that is emitted at once waits for its workflow', async () => {
  expect(await create({ emit: true })).toMatchObject({ status: 201, body: { status: 'PROCESSING' } });
});

test('an authorized NFS-e is replaced by its id or by its key, which are the same', async () => {
  const replaced = String((await create()).body.id);
  const accessKey = await becomes(api.orm, replaced, 'AUTHORIZED');
  for (const named of [{ documentId: replaced }, { accessKey }]) {
    const { body } = await create({ replaces: { ...named, reason: '01' } });
    expect((await store.detail(body.id)).replaces).toEqual({
      ...{ documentId: replaced, accessKey, reason: '01', description: null },
    });
  }
});

test('an NFS-e of another system is replaced by its key', async () => {
  const description = 'Valor digitado com erro';
  const { body } = await create({ replaces: { accessKey: nfseKey, reason: '99', description } });
  expect((await store.detail(body.id)).replaces).toEqual({
    ...{ documentId: null, accessKey: nfseKey, reason: '99', description },
  });
});

test.each([
  ['a draft', async () => (await create()).body.id, 'está DRAFT'],
  ['an NF-e', () => authorizedGoods(), 'não é de uma NFS-e'],
  ['one of the other environment', () => authorizedElsewhere(), 'outro ambiente'],
  ['one of another company', () => authorizedForeign(), 'não é de um documento desta empresa'],
  ['what is no id', async () => 'x', 'não é de um documento desta empresa'],
])('%s is not replaced', async (_what, id, words) => {
  const { status, body } = await create({ replaces: { documentId: await id(), reason: '01' } });
  expect({ status, code: body.code, paths: pathsOf(body) }).toEqual({
    ...{ status: 422, code: 'invalid_substitute', paths: ['replaces.documentId'] },
  });
  expect(body.message).toContain(words);
});

test('a cancelled NFS-e is not replaced by its key either', async () => {
  const id = (await create()).body.id;
  const accessKey = await becomes(api.orm, id, 'CANCELLED');
  const { status, body } = await create({ replaces: { accessKey, reason: '01' } });
  expect({ status, paths: pathsOf(body) }).toEqual({ status: 422, paths: ['replaces.accessKey'] });
});

test.each([{}, { documentId: 'x', accessKey: nfseKey }])('%j names no NFS-e to replace', async (named) => {
  const { status, body } = await create({ replaces: { ...named, reason: '01' } });
  expect({ status, paths: pathsOf(body) }).toEqual({
    ...{ status: 400, paths: ['replaces.documentId', 'replaces.accessKey'] },
  });
});

function create(changes: Record<string, unknown> = {}) {
  return store.call('POST', '/v1/fiscal-documents', service(changes));
}

async function authorizedGoods(): Promise<unknown> {
  const { body } = await store.create();
  await becomes(api.orm, body.id, 'AUTHORIZED');
  return body.id;
}

async function authorizedElsewhere(): Promise<unknown> {
  const { body } = await create();
  await becomes(api.orm, body.id, 'AUTHORIZED');
  const em = acrossCompanies(api.orm);
  em.assign(await em.findOneOrFail(Document, { id: String(body.id) }), { environment: 'PRODUCTION' });
  await em.flush();
  return body.id;
}

async function authorizedForeign(): Promise<unknown> {
  const other = await newStore(api, { settings: serviceSettings });
  const { body } = await other.call('POST', '/v1/fiscal-documents', service());
  await becomes(api.orm, body.id, 'AUTHORIZED');
  return body.id;
}
