import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { startApi, type TestApi } from '../../fixture.ts';
import { nfseKeyOf, service, serviceItem, serviceSettings } from '../../service.ts';
import { newStore, pathsOf, type Store } from '../../store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: serviceSettings });
});
afterAll(() => api.close());

test('a service is computed whole, with the level that decided each field, and nothing is kept', async () => {
  const rule = await store.rule({
    name: 'Retenções',
    model: 'NFSE',
    nfeTaxRules: undefined,
    nfseTaxRules: [{ irrfRate: '1.50' }],
  });
  const templateId = await store.template({
    type: 'NFSE',
    name: 'Suporte',
    operationNature: null,
    issWithholding: '1',
  });
  const replaced = nfseKeyOf(store.company.taxId);
  const { status, body } = await preview({
    templateId,
    taxRuleId: rule,
    discount: '10',
    items: [serviceItem({ quantity: 1 }), serviceItem({ quantity: 3 })],
    replaces: { accessKey: replaced, reason: '01' },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body).toMatchObject({
    ...{ type: 'NFSE', operationNature: null, operationType: null, purpose: null, destination: null, presence: null },
    ...{ totalValue: '90.00', payments: [], duplicates: [], transport: null, warnings: [] },
    client: { id: null, document: '11444777000161', state: 'SP' },
    items: [
      {
        ...{
          number: 1,
          quantity: '1.0000',
          totalValue: '25.00',
          discount: '2.50',
          ncm: null,
          icms: null,
          ibsCbs: null,
        },
        taxation: {
          serviceCode: { value: '010701', source: 'ITEM' },
          irrfRate: { value: '1.5000', source: 'TAX_RULE' },
          issWithholding: { value: '1', source: 'TEMPLATE' },
        },
        taxedBy: { taxRule: { id: rule, name: 'Retenções', subRule: 1 }, template: { id: templateId } },
      },
      { number: 2, totalValue: '75.00', discount: '7.50' },
    ],
    service: {
      place: { municipalityCode: '3550308', country: null },
      competence: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      description: 'Suporte técnico\nSuporte técnico',
    },
    replaces: { documentId: null, accessKey: replaced, reason: '01', description: null },
    taxTotals: {
      ...{ services: '100.00', unconditionalDiscount: '10.00', irrf: '1.35', withheld: '1.35', netValue: '88.65' },
      ...{ computedBy: 'LAVRA', icms: null, products: null, note: null, rtcIbsTotal: null, ibsCbs: null },
    },
  });
  expect(await acrossCompanies(api.orm).count(Document, { company: store.company.id })).toBe(0);
});

test('a service is answered in the shape of goods', async () => {
  const goods = await (await newStore(api)).preview();
  const { body } = await preview();
  expect(keysOf(body)).toEqual(keysOf(goods.body));
  expect(keysOf(body.taxTotals)).toEqual(keysOf(goods.body.taxTotals));
  const [of, sold] = [body, goods.body].map(({ items }) => z.array(z.unknown()).parse(items)[0]);
  expect(keysOf(of)).toEqual(keysOf(sold));
});

test('a template that the company keeps for services decides where none is named', async () => {
  const defaultTemplateId = await store.template({ type: 'NFSE', name: 'Padrão', issRate: '2.90' });
  const em = acrossCompanies(api.orm);
  const { nfse } = serviceSettings;
  if (!nfse) throw new TypeError('no settings of services');
  em.assign(await em.findOneOrFail(Company, { id: store.company.id }), {
    settings: { ...serviceSettings, nfse: { ...nfse, defaultTemplateId } },
  });
  await em.flush();
  const { body } = await preview();
  expect(body).toMatchObject({ items: [{ taxedBy: { template: { id: defaultTemplateId, name: 'Padrão' } } }] });
});

test.each([
  ['items that are different services', { items: [serviceItem(), serviceItem({ serviceCode: '010601' })] }],
  ['a service without its code', { items: [serviceItem({ serviceCode: null })] }],
])('%s are refused here, and left to the emission by a creation', async (_what, changes) => {
  const { status, body } = await preview(changes);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect(pathsOf(body)).toEqual(expect.arrayContaining([expect.stringMatching(/^items\[\d\]\.serviceCode$/)]));
  expect(await store.call('POST', '/v1/fiscal-documents', service(changes))).toMatchObject({ status: 201 });
});

test('a company without fiscal settings is told to fill them', async () => {
  const bare = await newStore(api, { settings: null });
  const { status, body } = await bare.call('POST', '/v1/fiscal-documents/preview', service());
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_state' });
});

function preview(changes: Record<string, unknown> = {}) {
  return store.call('POST', '/v1/fiscal-documents/preview', service(changes));
}

function keysOf(value: unknown): string[] {
  return Object.keys(z.record(z.string(), z.unknown()).parse(value)).sort();
}
