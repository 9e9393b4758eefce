import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../../../domain/clients/client.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { item, newCompany, sale, shopSettings, startApi, type TestApi } from '../../fixture.ts';

let api: TestApi;
let key: string;
let companyId: string;
beforeAll(async () => {
  api = await startApi();
  const settings = { ...shopSettings, series: { '55': 1, '65': 7 } };
  const { company, key: secret } = await newCompany(api.orm, { settings });
  [companyId, key] = [company.id, secret];
});
afterAll(() => api.close());

const nobody = { name: 'Consumidor', document: '' };
const cash = (value: string) => [{ method: 'CASH', value }];

/** A sale of 100.00 at the counter to an anonymous consumer. */
function counterSale(changes: Record<string, unknown> = {}) {
  return sale({ type: 'NFCE', client: nobody, payments: cash('100.00'), ...changes });
}
const create = (changes: Record<string, unknown> = {}) =>
  api.call('POST', '/v1/fiscal-documents', { key, body: counterSale(changes) });
const preview = (changes: Record<string, unknown> = {}) =>
  api.call('POST', '/v1/fiscal-documents/preview', { key, body: counterSale(changes) });

test('an NFC-e to an anonymous consumer becomes a draft in its own series, and puts nobody on record', async () => {
  const { status, body } = await create();
  expect({ status, body }).toMatchObject({ status: 201, body: { type: 'NFCE', status: 'DRAFT', number: 0 } });
  const detail = await api.call('GET', `/v1/fiscal-documents/${String(body.id)}`, { key });
  expect(detail.body).toMatchObject({
    series: 7,
    totalValue: '100.00',
    change: null,
    client: { id: null, document: '' },
  });
  expect(await acrossCompanies(api.orm).count(Client, { company: companyId })).toBe(0);
});

test('a preview tells the change, and where an NFC-e goes', async () => {
  const { status, body } = await preview({ payments: cash('150.00'), items: [taxed()] });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { type: 'NFCE', destination: 'INTERNAL', finalConsumer: true, presence: '1', change: '50.00', warnings: [] },
  });
});

test.each([
  [400, 'validation_error', 'payments', { payments: null }],
  [400, 'validation_error', 'payments', { payments: [] }],
  [400, 'validation_error', 'transport', { transport: { freightType: 'SENDER' } }],
  [400, 'validation_error', 'duplicates', { duplicates: [{ dueDate: '2030-01-31', value: '100.00' }] }],
  [400, 'validation_error', 'presence', { presence: '2' }],
  [400, 'validation_error', 'client.document', { presence: '4' }],
  [400, 'validation_error', 'client.document', { items: [item({ unitValue: '2500.00' })], payments: cash('10000.00') }],
  [422, 'invalid_payments', 'payments', { payments: [{ method: 'PIX', value: '100.01' }] }],
  [422, 'invalid_payments', 'payments', { payments: cash('99.99') }],
  [422, 'invalid_payments', 'payments', { payments: [{ method: 'NO_PAYMENT', value: '0' }] }],
])('%i %s at %s, at creation and in a preview: %j', async (status, code, path, changes) => {
  const created = await create(changes);
  expect(created).toMatchObject({ status, body: { code } });
  expect(JSON.stringify(created.body)).toContain(path);
  const previewed = await preview({ items: [taxed()], ...withTaxes(changes) });
  expect(previewed).toMatchObject({ status, body: { code } });
});

/** A line with all its taxes, which a preview requires. */
function taxed(changes: Record<string, unknown> = {}) {
  const taxes = { icmsSituation: '00', icmsRate: '18', pisSituation: '06', cofinsSituation: '06' };
  return item({ ...taxes, ...changes });
}

function withTaxes({ items, ...changes }: Record<string, unknown>) {
  return items ? { ...changes, items: [taxed({ unitValue: '2500.00' })] } : changes;
}
