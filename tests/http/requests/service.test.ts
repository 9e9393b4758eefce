import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Field, fieldsOf, isDecimal, wrongTypes } from '../../api/contract-fields.ts';
import { item, sale, startApi, type TestApi } from '../../api/fixture.ts';
import { replaced } from '../../api/replaced.ts';
import { everyDetail, nfseKey, service, serviceSettings } from '../../api/service.ts';
import { newStore, pathsOf, type Store } from '../../api/store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: serviceSettings });
});
afterAll(() => api.close());

/** A service with every optional part, accepted as it is. */
const whole = service({
  ...{ operationNature: 'Serviço', externalId: 'os-1', discount: 1, additionalInfo: 'Obrigado', service: everyDetail },
  replaces: { accessKey: nfseKey, reason: '99', description: 'Valor digitado com erro' },
});

test('the whole service that the others are made from is accepted', async () => {
  const { status, body } = await create(whole);
  expect({ status, body }).toMatchObject({ status: 201 });
});

const all = fieldsOf('FiscalDocumentCreation');
const ofServices = all.filter(({ path }) => /^(service|replaces)\b/.test(path));

test.each(ofServices.map((field): [string, Field] => [field.path, field]))(
  '%s refuses every wrong type and says its own name',
  async (path, { schema }) => {
    for (const wrong of wrongTypes(schema)) await expectRefusal(replaced(whole, path, wrong), path, wrong);
  },
);

test.each(
  ofServices
    .filter(({ schema }) => schema.maxLength !== undefined)
    .map((field): [string, Field] => [field.path, field]),
)('%s refuses a text longer than it can keep', async (path, { schema }) => {
  await expectRefusal(replaced(whole, path, 'x'.repeat((schema.maxLength ?? 0) + 1)), path, 'long');
});

test.each([
  ['items[0].serviceCode', ['1.7.1', '010', '01070100', 'x']],
  ['items[0].municipalServiceCode', ['', 'A1', '12345678901']],
  ['items[0].nbsCode', ['1', '11502100', 'x']],
  ['items[0].issTaxation', ['0', '5', '11']],
  ['items[0].issResultCountry', ['USA', '1']],
  ['items[0].issImmunityType', ['0', '6']],
  ['items[0].issSuspensionType', ['0', '3']],
  ['items[0].issSuspensionProcess', ['1', '1'.repeat(31)]],
  ['items[0].issBenefitCode', ['1', '1'.repeat(15)]],
  ['items[0].issWithholding', ['0', '4']],
  ['items[0].issRate', ['5.01', 5.01, 2.795, '2.795', -1]],
  ['items[0].pisRate', [1.655, 100.01, '1.65555']],
  ['items[0].irrfRate', [1.505, '1.505', 100.01]],
  ['items[0].totalFederalRate', [-0.01, '100.01']],
  ['items[0].ibsCbsOperationIndicator', ['1', '1234567']],
  ['items[0].quantity', [0, '0', 1.23456]],
  ['service.place', [{}, { municipalityCode: '3550308', country: 'US' }]],
  ['service.place.municipalityCode', ['355030', 'SP']],
  ['service.competence', ['2026-02-30', '21/11/2026']],
  ['service.foreignTrade.mode', ['0', '5']],
  ['service.foreignTrade.currency', ['USD', '22']],
  ['service.foreignTrade.takerSupport', ['00', '27', '1']],
  ['service.foreignTrade.amount', [10.001, '1e3']],
  ['service.deductions.documents', [[]]],
  ['service.deductions.documents[0].type', ['10', '0']],
  ['service.deductions.documents[0].nfseKey', ['1'.repeat(44)]],
  ['service.deductions.documents[0].nfeKey', [nfseKey]],
  ['service.conditionalDiscount', [-1, 1.001]],
  ['service.deductions.rate', [100.01, 2.555, '2.555']],
  ['service.ibsCbs.operation', ['1', 'LATER']],
  ['service.ibsCbs.governmentEntity', ['PUBLIC_CONSORTIUM', '1']],
  ['service.ibsCbs.previousDocuments[0]', ['1'.repeat(44)]],
  ['service.ibsCbs.presumedCreditCode', ['1', '123', 'AB']],
  ['service.ibsCbs.property.cib', ['AB12CD3', 'AB12CD345']],
  ['service.ibsCbs.reimbursements', [[]]],
  ['service.ibsCbs.reimbursements[0].type', ['05', '1']],
  ['service.ibsCbs.reimbursements[0].value', [-1, 1.001]],
  ['service.ibsCbs.reimbursements[0].cteKey', [nfseKey]],
  ['service.approximateTaxes.federalValue', [-1, 1.001, '1e3']],
  ['service.order.items', [[], Array(100).fill('1')]],
  ['service.order.items[0]', ['', 'x'.repeat(61)]],
  ['replaces.reason', ['1', '06']],
  ['replaces.accessKey', ['1'.repeat(44), nfseKey.toLowerCase().replace('3', 'a')]],
  ['replaces.description', ['curto', 'x'.repeat(256)]],
  ['discount', [-1, 1.001]],
])('%s refuses what is out of its bounds', async (path, values) => {
  for (const wrong of values) await expectRefusal(replaced(whole, path, wrong), path, wrong);
});

test.each([
  'extra',
  'items[0].icmsCst',
  'service.speed',
  'service.place.city',
  'service.foreignTrade.link',
  'service.works.name',
  'service.works.address.country',
  'service.event.place',
  'service.deductions.base',
  'service.deductions.documents[0].key',
  'service.intermediary.id',
  'service.order.date',
  'service.ibsCbs.base',
  'service.ibsCbs.property.code',
  'service.ibsCbs.reimbursements[0].key',
  'service.approximateTaxes.total',
  'replaces.number',
])('%s is unknown and refused, not ignored', async (path) => {
  const { status, body } = await create(replaced(whole, path, 'x'));
  expect({ status, issues: body.issues }).toEqual({
    status: 400,
    issues: [{ path, message: expect.stringMatching(/^é desconhecido(: confira| \(você quis dizer \w+\?\))/) }],
  });
});

test.each([
  ['transport', {}],
  ['duplicates', [{ dueDate: '2030-01-31', value: '100.00' }]],
  ['payments', [{ method: 'PIX', value: '100.00' }]],
  ['purpose', 'NORMAL'],
  ['operationType', 'OUT'],
  ['referencedDocuments', []],
  ['referencedAccessKey', '3'.repeat(44)],
  ['rtcCreditType', '01'],
  ['rtcDebitType', '01'],
  ['presence', '1'],
  ['finalConsumer', true],
  ['insurance', 0],
  ['otherCosts', '1.00'],
  ['items[0].ncm', '09012100'],
  ['items[0].cfop', '5933'],
  ['items[0].cest', '1709300'],
  ['items[0].icmsSituation', '00'],
  ['items[0].ipiRate', 0],
  ['items[0].freight', 0],
  ['items[0].gtin', 'SEM GTIN'],
  ['items[0].creditReversal', { ibs: 1, cbs: 1 }],
])('%s belongs to goods: an NFS-e has none', async (path, sent) => {
  for (const operation of ['', '/preview']) {
    const { status, body } = await store.call(
      'POST',
      `/v1/fiscal-documents${operation}`,
      replaced(service(), path, sent),
    );
    expect({ status, code: body.code, paths: pathsOf(body) }).toEqual({
      ...{ status: 400, code: 'validation_error', paths: [path] },
    });
  }
});

test.each([
  ['service', {}],
  ['replaces', { accessKey: nfseKey, reason: '01' }],
  ['items[0].serviceCode', '010701'],
  ['items[0].issRate', 5],
  ['items[0].serviceDescription', 'Suporte'],
])('%s belongs to services: no note of goods has it', async (path, sent) => {
  for (const type of ['NFE', 'NFCE']) {
    const { status, body } = await create(replaced(sale({ type, items: [item()] }), path, sent));
    expect({ status, code: body.code, paths: pathsOf(body) }).toEqual({
      ...{ status: 400, code: 'validation_error', paths: [path] },
    });
  }
});

test('null is as good as absent in every field that need not be sent', async () => {
  const nothing = Object.fromEntries(
    all
      .filter(({ path, schema }) => !path.includes('.') && schema.type.includes('null'))
      .map(({ path }) => [path, null]),
  );
  const items = Object.fromEntries(
    all
      .filter(({ path, schema }) => /^items\[0\]\.\w+$/.test(path) && schema.type.includes('null'))
      .map(({ path }) => [path.replace('items[0].', ''), null]),
  );
  const { client } = sale();
  const line = { code: 'S', description: 'Suporte', serviceCode: '010701', unitValue: 1 };
  const { status, body } = await create({
    ...nothing,
    type: 'NFSE',
    client,
    items: [{ ...items, quantity: 1, ...line }],
  });
  expect({ status, body }).toMatchObject({ status: 201 });
});

test('every decimal of a service refuses what is none', async () => {
  const decimals = all.filter(({ path, schema }) => isDecimal(schema) && /^(service|replaces|discount)/.test(path));
  expect(decimals.map(({ path }) => path)).toContain('service.deductions.documents[0].deductibleValue');
  for (const { path } of decimals) {
    for (const wrong of [-1, '-1', 1e20, '1e5', '1,5', ' 1 ', 'NaN', '']) {
      await expectRefusal(replaced(whole, path, wrong), path, wrong);
    }
  }
});

test('nothing of what was refused above was stored', async () => {
  expect(await acrossCompanies(api.orm).count(Document, { company: store.company.id })).toBe(2);
});

function create(body: unknown) {
  return store.call('POST', '/v1/fiscal-documents', body);
}

async function expectRefusal(body: unknown, path: string, wrong: unknown): Promise<void> {
  const answer = await create(body);
  const { status } = answer;
  expect({ wrong, status, code: answer.body.code }).toEqual({ wrong, status: 400, code: 'validation_error' });
  expect(pathsOf(answer.body)).toContain(path);
}
