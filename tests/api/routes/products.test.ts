import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../../../domain/products/product.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { startApi, type TestApi } from '../fixture.ts';
import { bare, newShop, noTaxFields, pathsOf, type Shop, substitution } from './shop.ts';

let api: TestApi;
let shop: Shop;
let stranger: Shop;
beforeAll(async () => {
  api = await startApi();
  shop = await newShop(api);
  stranger = await newShop(api);
});
afterAll(() => api.close());

test('a product is answered in normal form, with every field of its taxation', async () => {
  const rule = await shop.taxRule();
  const { status, body } = await shop.create({
    name: ' Pão de  queijo ',
    code: 'PQ-1',
    gtin: '7891000315507',
    salePrice: 25.5,
    commercialUnit: 'PCT - PACOTE',
    nfeConfig: { ncm: '1901.20.90', cest: '17.093.00', internalCfop: '5102', ...substitution, taxRuleId: rule },
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    name: 'Pão de queijo',
    code: 'PQ-1',
    gtin: '7891000315507',
    salePrice: '25.50',
    commercialUnit: 'PCT - PACOTE',
    taxUnit: 'UN - UNIDADE',
    taxUnitExport: 'KG - QUILOGRAMA',
    taxUnitFactor: null,
    taxUnitExportFactor: null,
    nfeConfig: {
      ...noTaxFields,
      ncm: '19012090',
      cest: '1709300',
      internalCfop: '5102',
      interstateContributor: '6102',
      interstateNonContributor: '6108',
      icmsCst: '10',
      icmsRate: '18.0000',
      icmsStModBc: '4',
      icmsStMva: '40.1234',
      icmsStRate: '18.0000',
      taxRuleId: rule,
    },
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await shop.get(body.id)).body).toEqual(body);
});

test.each([
  ['nothing of it is sent', {}],
  ['it is null', { nfeConfig: null }],
  ['it is empty', { nfeConfig: {} }],
])('a product has no taxation where %s', async (_what, change) => {
  const { body } = await shop.create({ ...bare(), ...change });
  expect(body).toMatchObject({ nfeConfig: null, gtin: null, salePrice: null });
});

test('a price keeps its ten decimals', async () => {
  const { body } = await shop.create({ ...bare(), salePrice: '0.0123456789' });
  expect(body.salePrice).toBe('0.0123456789');
  expect((await shop.get(body.id)).body.salePrice).toBe('0.0123456789');
});

test.each<[string, () => Promise<string>]>([
  ['of another company', () => stranger.taxRule()],
  ['that was removed', () => shop.taxRule({ deletedAt: new Date() })],
  ['of model NFSE', () => shop.taxRule({ model: 'NFSE' })],
])('a tax rule %s is invalid_tax_rule', async (_what, rule) => {
  const nfeConfig = { taxRuleId: await rule() };
  const { status, body } = await shop.create({ ...bare(), nfeConfig });
  expect({ status, code: body.code, paths: pathsOf(body) }).toEqual({
    status: 422,
    code: 'invalid_tax_rule',
    paths: ['nfeConfig.taxRuleId'],
  });
});

test('a tax rule that is not active may be named', async () => {
  const taxRuleId = await shop.taxRule({ isActive: false });
  const { status, body } = await shop.create({ ...bare(), nfeConfig: { taxRuleId } });
  expect(status).toBe(201);
  expect(body.nfeConfig).toEqual({ ...noTaxFields, taxRuleId });
});

test('of 50 products with one code, sent at once, one is kept', async () => {
  const body = bare();
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.create(body)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, body }) => `${status} ${String(body.code)}`))).toEqual(
    new Set(['422 duplicate_code']),
  );
  expect(pathsOf(refused[0]?.body ?? {})).toEqual(['code']);
});

test('a removed product is gone, its row is not, and its code is free again', async () => {
  const product = bare();
  const { body } = await shop.create(product);
  expect((await shop.remove(body.id)).body).toEqual({ success: true });
  const answers = await Promise.all([shop.get(body.id), shop.patch(body.id, { name: 'x' }), shop.remove(body.id)]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not_found']));
  expect((await shop.list(`code=${product.code}`)).body.data).toEqual([]);
  expect(await acrossCompanies(api.orm).count(Product, { id: String(body.id) })).toBe(1);
  expect((await shop.create(product)).status).toBe(201);
});

test('of one removal sent many times at once, one finds the product', async () => {
  const { body } = await shop.create(bare());
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.remove(body.id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
});

test('another company sees, changes and removes none of it, and may use the same code', async () => {
  const product = bare();
  const { body } = await shop.create(product);
  const answers = await Promise.all([
    stranger.get(body.id),
    stranger.patch(body.id, { name: 'Meu' }),
    stranger.remove(body.id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await shop.get(body.id)).body).toEqual(body);
  expect((await stranger.list(`code=${product.code}`)).body.data).toEqual([]);
  expect((await stranger.create(product)).status).toBe(201);
});

test.each(['produto', randomUUID(), '0'])('no product has the id %s', async (id) => {
  expect((await shop.get(id)).status).toBe(404);
});

test('a key needs the scope of what it does', async () => {
  const reader = await newShop(api, { scopes: ['products:read'] });
  const writer = await newShop(api, { scopes: ['products:write'] });
  const id = randomUUID();
  const answers = await Promise.all([
    reader.list(),
    reader.create(bare()),
    reader.patch(id, {}),
    reader.remove(id),
    writer.list(),
    writer.get(id),
    writer.create(bare()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403, 403, 403, 201]);
});

test('a company without settings keeps products of either table of codes', async () => {
  const young = await newShop(api, { settings: null });
  const answers = await Promise.all(
    ['40', '102'].map((icmsCst) => young.create({ ...bare(), nfeConfig: { icmsCst } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
});
