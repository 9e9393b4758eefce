import { afterAll, beforeAll, expect, test } from 'vitest';
import { Company } from '../../../domain/companies/company.entity.ts';
import { TaxRule } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { startApi, type TestApi } from '../../api/fixture.ts';
import { bare, newShop, noTaxFields, pathsOf, type Shop, substitution } from '../../api/routes/shop.ts';
import { issuer } from '../../support/samples/notes.ts';

let api: TestApi;
let shop: Shop;
beforeAll(async () => {
  api = await startApi();
  shop = await newShop(api);
});
afterAll(() => api.close());

test('a change keeps what was not sent and clears what is null', async () => {
  const { body: kept } = await shop.create({
    ...bare(),
    gtin: '7891000315507',
    salePrice: '10.00',
    taxUnit: 'KG - QUILOGRAMA',
    nfeConfig: { ncm: '19012090', cest: '1709300', icmsCst: '00', icmsRate: '18' },
  });
  expect((await shop.patch(kept.id, {})).body).toEqual(kept);
  const { body } = await shop.patch(kept.id, {
    name: 'Outro nome',
    gtin: null,
    salePrice: null,
    taxUnit: null,
    nfeConfig: { cest: null, icmsRate: 12 },
  });
  expect(body).toEqual({
    ...kept,
    name: 'Outro nome',
    gtin: null,
    salePrice: null,
    taxUnit: 'UN - UNIDADE',
    nfeConfig: { ...noTaxFields, ncm: '19012090', icmsCst: '00', icmsRate: '12.0000' },
    updatedAt: expect.any(String),
  });
  expect((await shop.get(kept.id)).body).toEqual(body);
  expect((await shop.patch(kept.id, { nfeConfig: null })).body.nfeConfig).toBeNull();
});

test('a code without substitution discards its parameters', async () => {
  const { body } = await shop.create({ ...bare(), nfeConfig: substitution });
  const changed = await shop.patch(body.id, { nfeConfig: { icmsCst: '00' } });
  expect(changed.body.nfeConfig).toEqual({ ...noTaxFields, icmsCst: '00', icmsRate: '18.0000' });
});

test('a new internal CFOP takes its suggestions along and leaves what was chosen', async () => {
  const { body } = await shop.create({
    ...bare(),
    nfeConfig: { internalCfop: '5102', interstateContributor: '6110' },
  });
  const changed = await shop.patch(body.id, { nfeConfig: { internalCfop: '5101' } });
  expect(changed.body.nfeConfig).toMatchObject({
    internalCfop: '5101',
    interstateContributor: '6110',
    interstateNonContributor: '6107',
  });
});

test('a change that says nothing of taxation leaves it, even if it would be refused today', async () => {
  const shop = await newShop(api);
  const taxRuleId = await shop.taxRule();
  const nfeConfig = { icmsCst: '00', icmsRate: '18', taxRuleId };
  const { body } = await shop.create({ ...bare(), nfeConfig });
  const em = acrossCompanies(api.orm);
  await em.nativeUpdate(Company, { id: shop.companyId }, { settings: { ...issuer.settings, taxRegime: 'SIMPLES' } });
  await em.nativeUpdate(TaxRule, { id: taxRuleId }, { deletedAt: new Date() });

  const renamed = await shop.patch(body.id, { name: 'Outro', nfeConfig: {} });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toMatchObject({ name: 'Outro', nfeConfig: body.nfeConfig });

  const judged = await shop.patch(body.id, { nfeConfig: { ncm: '19012090' } });
  expect({ status: judged.status, code: judged.body.code }).toEqual({ status: 422, code: 'invalid_tax_rule' });
  expect(pathsOf(judged.body).toSorted()).toEqual(['nfeConfig.icmsCst', 'nfeConfig.taxRuleId']);

  const mended = { icmsCst: '102', taxRuleId: null };
  const saved = await shop.patch(body.id, { nfeConfig: mended });
  expect(saved.body.nfeConfig).toEqual({ ...noTaxFields, icmsCst: '102' });
});

test('two products cannot come to one code by changes at once', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => shop.create(bare())));
  const code = bare().code;
  const answers = await Promise.all(made.map(({ body }) => shop.patch(body.id, { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'duplicate_code')).toHaveLength(9);
});

test('changes of different fields at once all stay', async () => {
  const { body } = await shop.create({ ...bare(), nfeConfig: { icmsCst: '00', icmsRate: '18' } });
  const changes = [
    { name: 'Novo nome' },
    { salePrice: '9.99' },
    { gtin: '7891000315507' },
    { nfeConfig: { ncm: '19012090' } },
    { nfeConfig: { cest: '1709300' } },
    { nfeConfig: { pisCst: '06' } },
    { nfeConfig: { cofinsCst: '06' } },
    { nfeConfig: { icmsOrigin: '2' } },
  ];
  const answers = await Promise.all(changes.map((change) => shop.patch(body.id, change)));
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
  expect((await shop.get(body.id)).body).toMatchObject({
    name: 'Novo nome',
    salePrice: '9.99',
    gtin: '7891000315507',
    nfeConfig: { ncm: '19012090', cest: '1709300', pisCst: '06', cofinsCst: '06', icmsOrigin: '2', icmsCst: '00' },
  });
});
