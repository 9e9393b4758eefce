import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { Product } from '../../../domain/products/product.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Field, fieldsOf, wrongTypes } from '../../api/contract-fields.ts';
import { startApi, type TestApi } from '../../api/fixture.ts';
import { bare, newShop, pathsOf, type Shop, substitution } from '../../api/routes/shop.ts';
import { issuer } from '../../support/samples/notes.ts';

let api: TestApi;
let shop: Shop;
beforeAll(async () => {
  api = await startApi();
  shop = await newShop(api);
});
afterAll(() => api.close());

test.each<[Record<string, unknown>, number, string, string]>([
  [{ nfeConfig: { cest: '170930' } }, 422, 'invalid_cest', 'nfeConfig.cest'],
  [{ nfeConfig: { internalCfop: '6102' } }, 422, 'invalid_cfop', 'nfeConfig.internalCfop'],
  [{ nfeConfig: { internalCfop: '510' } }, 422, 'invalid_cfop', 'nfeConfig.internalCfop'],
  [{ nfeConfig: { interstateContributor: '5102' } }, 422, 'invalid_cfop', 'nfeConfig.interstateContributor'],
  [{ nfeConfig: { interstateNonContributor: '5102' } }, 422, 'invalid_cfop', 'nfeConfig.interstateNonContributor'],
  [{ nfeConfig: { exportCfop: '5102' } }, 422, 'invalid_cfop', 'nfeConfig.exportCfop'],
  [{ nfeConfig: { icmsCst: '102' } }, 422, 'invalid_taxation', 'nfeConfig.icmsCst'],
  [{ nfeConfig: { icmsCst: '99' } }, 422, 'invalid_taxation', 'nfeConfig.icmsCst'],
  [{ nfeConfig: { icmsCst: '20', icmsRate: 18 } }, 422, 'invalid_taxation', 'nfeConfig.icmsRedBc'],
  [{ nfeConfig: { ...substitution, icmsStMva: null } }, 422, 'invalid_taxation', 'nfeConfig.icmsStMva'],
  [{ nfeConfig: { ...substitution, icmsStRate: null } }, 422, 'invalid_taxation', 'nfeConfig.icmsStRate'],
  [{ nfeConfig: { ...substitution, icmsStModBc: null } }, 422, 'invalid_taxation', 'nfeConfig.icmsStModBc'],
  [{ nfeConfig: { icmsCst: '00', icmsRate: 101 } }, 422, 'invalid_taxation', 'nfeConfig.icmsRate'],
  [{ nfeConfig: { icmsCst: '00', icmsRate: '-1' } }, 422, 'invalid_taxation', 'nfeConfig.icmsRate'],
  [{ nfeConfig: { icmsCst: '00', icmsRate: '18,0' } }, 422, 'invalid_taxation', 'nfeConfig.icmsRate'],
  [{ nfeConfig: { pisCst: '01', pisRate: 1.65001 } }, 422, 'invalid_taxation', 'nfeConfig.pisRate'],
  [{ nfeConfig: { taxRuleId: 'regra' } }, 422, 'invalid_tax_rule', 'nfeConfig.taxRuleId'],
  [{ nfeConfig: { taxRuleId: randomUUID() } }, 422, 'invalid_tax_rule', 'nfeConfig.taxRuleId'],
  [{ nfeConfig: { ncm: '123' } }, 400, 'validation_error', 'nfeConfig.ncm'],
  [{ nfeConfig: { cfop: '5102' } }, 400, 'validation_error', 'nfeConfig.cfop'],
  [{ gtin: '7891000315508' }, 400, 'validation_error', 'gtin'],
  [{ taxUnit: 'UNIDADE' }, 400, 'validation_error', 'taxUnit'],
  [{ salePrice: 1e-11 }, 400, 'validation_error', 'salePrice'],
  [{ salePrice: -1 }, 400, 'validation_error', 'salePrice'],
  [{ salePrice: '1,50' }, 400, 'validation_error', 'salePrice'],
  [{ name: null }, 400, 'validation_error', 'name'],
  [{ name: undefined }, 400, 'validation_error', 'name'],
  [{ name: 'Pão\u0007' }, 400, 'validation_error', 'name'],
  [{ code: '   ' }, 400, 'validation_error', 'code'],
  [{ code: undefined }, 400, 'validation_error', 'code'],
  [{ price: 1 }, 400, 'validation_error', 'price'],
])('with %j a product is %i %s at %s, created or changed', async (change, status, code, path) => {
  const before = await count();
  const refused = await shop.create({ ...bare(), ...change });
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status, code });
  expect(pathsOf(refused.body)).toContain(path);
  expect(await count()).toBe(before);

  if (change.name === undefined && 'name' in change) return;
  if (change.code === undefined && 'code' in change) return;
  const { body: kept } = await shop.create(bare());
  const unchanged = await shop.patch(kept.id, change);
  expect({ status: unchanged.status, code: unchanged.body.code }).toEqual({ status, code });
  expect(pathsOf(unchanged.body)).toContain(path);
  expect((await shop.get(kept.id)).body).toEqual(kept);
});

test.each([
  ['101', { icmsCst: '101' }],
  ['201', { icmsCst: '201', icmsStModBc: '6', icmsStRate: 18 }],
])('CSOSN %s without a credit rate is invalid_taxation', async (_csosn, nfeConfig) => {
  const small = await newShop(api, { settings: { ...issuer.settings, taxRegime: 'SIMPLES' } });
  const { status, body } = await small.create({ ...bare(), nfeConfig });
  expect({ status, code: body.code, paths: pathsOf(body) }).toEqual({
    status: 422,
    code: 'invalid_taxation',
    paths: ['nfeConfig.icmsSnCreditRate'],
  });
});

test('all faults are reported at once, under the code of the gravest', async () => {
  const { body } = await shop.create({
    ...bare(),
    nfeConfig: { cest: '1', internalCfop: '1', icmsCst: '102', taxRuleId: randomUUID() },
  });
  expect(body.code).toBe('invalid_cest');
  expect(pathsOf(body).toSorted()).toEqual(
    ['nfeConfig.cest', 'nfeConfig.icmsCst', 'nfeConfig.internalCfop', 'nfeConfig.taxRuleId'].toSorted(),
  );
});

test.each(fieldsOf('ProductCreation').map((field): [string, Field] => [field.path, field]))(
  '%s refuses every wrong type and too long a text, and says its own name',
  async (path, { schema }) => {
    const tooLong = schema.maxLength === undefined ? [] : ['1'.repeat(schema.maxLength + 1)];
    for (const wrong of [...wrongTypes(schema), ...tooLong]) {
      const [parent, field] = path.split('.');
      const change = field ? { [String(parent)]: { [field]: wrong } } : { [path]: wrong };
      const { status, body } = await shop.create({ ...bare(), ...change });
      expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 400, code: 'validation_error' });
      expect(pathsOf(body)).toContain(path);
    }
  },
);

test('whatever a field holds, the answer is no 500, and what was refused changed nothing', async () => {
  const { body: kept } = await shop.create({ ...bare(), nfeConfig: substitution });
  let current = kept;
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.string().map((text) => `5${text}`),
    fc.constantFrom('4', '00', '102'),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fieldsOf('NfeConfigInput')), odd, async ({ path }, value) => {
      const { status, body } = await shop.patch(kept.id, { nfeConfig: { [path]: value } });
      expect(status).toBeLessThan(500);
      if (status === 200) current = body;
      else expect((await shop.get(kept.id)).body).toEqual(current);
    }),
    { numRuns: 60 },
  );
});

function count(): Promise<number> {
  return acrossCompanies(api.orm).count(Product, { company: shop.companyId });
}
