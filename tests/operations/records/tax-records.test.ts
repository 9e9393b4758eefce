import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type RecordReferences, withDefaultTemplate } from '../../../operations/records/named-records.ts';
import { serviceRecordsOf, taxRecordsOf } from '../../../operations/records/tax-records.ts';
import { startApi, type TestApi } from '../../api/fixture.ts';
import { newStore, type Store } from '../../api/store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api);
});
afterAll(() => api.close());

test('a service reads what rule and template say of services, and of its product the name alone', async () => {
  const ofGoods = await store.rule();
  const taxRuleId = await store.rule({ model: 'NFSE', nfeTaxRules: undefined, nfseTaxRules: [{ issRate: 2 }] });
  const templateId = await store.template({ type: 'NFSE', operationNature: null, serviceCode: '01.07.01' });
  const productId = await store.product({ nfeConfig: { ncm: '09012100', taxRuleId: ofGoods } });
  const payload = { type: 'NFSE' as const, templateId, items: [{ productId }, { taxRuleId }] };
  const records = await serviceRecordsOf(em(), { company: store.company.id, payload });
  expect(records).toEqual({
    template: { id: templateId, name: 'Venda', fields: { serviceCode: '010701' } },
    items: [
      { taxRule: null, product: { id: productId, name: 'Café torrado em grãos 500 g' } },
      {
        taxRule: {
          id: taxRuleId,
          name: 'Revenda',
          subRules: [expect.objectContaining({ fields: { issRate: '2.0000' } })],
        },
        product: null,
      },
    ],
  });
});

test('goods still read the rule of their product', async () => {
  const taxRuleId = await store.rule();
  const productId = await store.product({ nfeConfig: { ncm: '09012100', taxRuleId } });
  const payload = { type: 'NFE' as const, items: [{ productId }] };
  const { items } = await taxRecordsOf(em(), { company: store.company.id, payload });
  expect(items).toMatchObject([
    { taxRule: { id: taxRuleId, subRules: [{}] }, product: { id: productId, taxation: {} } },
  ]);
});

test('a record that the company does not have is reported under its path', async () => {
  const templateId = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b';
  const payload = { type: 'NFSE' as const, templateId, items: [] };
  await expect(serviceRecordsOf(em(), { company: store.company.id, payload })).rejects.toMatchObject({
    code: 'invalid_template',
    issues: [{ path: 'templateId' }],
  });
});

test('a service that names no template has the one that its company keeps for this', () => {
  const settings = { nfse: { ...nfse, defaultTemplateId: 'kept' } };
  const named: RecordReferences = { type: 'NFSE', items: [] };
  expect(withDefaultTemplate(named, settings).templateId).toBe('kept');
  expect(withDefaultTemplate({ ...named, templateId: 'own' }, settings).templateId).toBe('own');
  expect(withDefaultTemplate({ type: 'NFE' as const, items: [] }, settings)).toEqual({ type: 'NFE', items: [] });
  expect(withDefaultTemplate(named, null).templateId).toBeNull();
});

const nfse = {
  series: 1,
  simplesOption: null,
  simplesAssessment: null,
  specialRegime: '0',
  defaultTemplateId: null,
  municipality: null,
};

function em() {
  return acrossCompanies(api.orm);
}
