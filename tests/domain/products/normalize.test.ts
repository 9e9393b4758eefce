import { expect, test } from 'vitest';
import fc from 'fast-check';
import { DomainError } from '../../../domain/errors.ts';
import { unitCode } from '../../../domain/products/details.ts';
import { writtenConfig } from '../../../domain/products/nfe-config.ts';
import {
  type NfeConfigInput,
  nfeConfigNames,
  type NormalProduct,
  type ProductInput,
} from '../../../domain/products/product.entity.ts';
import { accepted, normalRegime, product, simples } from './product.ts';

test('units that are not sent have their defaults', () => {
  expect(accepted(product(), normalRegime)).toMatchObject({
    commercialUnit: 'UN - UNIDADE',
    taxUnit: 'UN - UNIDADE',
    taxUnitExport: 'KG - QUILOGRAMA',
  });
});

test.each([
  ['UN - UNIDADE', 'UN'],
  ['KG', 'KG'],
  ['CX12 - CAIXA - 12', 'CX12'],
  ['M2', 'M2'],
])('of the unit %s a note prints %s', (unit, code) => {
  expect(unitCode(unit)).toBe(code);
});

test.each(['UNIDADE', 'CAIXA-12 - CAIXA', ' - UNIDADE', `UN - ${'x'.repeat(60)}`])(
  'a unit whose code does not fit the note is refused: %j',
  (taxUnit) => {
    expect(faultsOf(product({ taxUnit }))).toEqual({ code: 'validation_error', paths: ['taxUnit'] });
  },
);

test.each(['name', 'code', 'commercialUnit'])('a %s in letters that the note lacks is refused', (field) => {
  expect(faultsOf(product({ [field]: 'Pão 😀' }))).toEqual({ code: 'validation_error', paths: [field] });
});

test('texts are kept as a note can carry them', () => {
  const { name, code, commercialUnit } = accepted(
    product({ name: '  Pão\tde  queijo ', code: ' P-001 ', commercialUnit: 'PCT  –  PACOTE' }),
    normalRegime,
  );
  expect({ name, code, commercialUnit }).toEqual({
    name: 'Pão de queijo',
    code: 'P-001',
    commercialUnit: 'PCT - PACOTE',
  });
});

test.each([
  ['0', '0.00'],
  ['19.9', '19.90'],
  ['19.90000', '19.90'],
  ['0.0123456789', '0.0123456789'],
  ['99999999999', '99999999999.00'],
])('a price of %s is kept as %s', (salePrice, kept) => {
  expect(accepted(product({ salePrice }), normalRegime).salePrice).toBe(kept);
});

test.each([
  [{ salePrice: '1,5' }, 'validation_error', 'salePrice'],
  [{ salePrice: '-1' }, 'validation_error', 'salePrice'],
  [{ salePrice: '0.12345678901' }, 'validation_error', 'salePrice'],
  [{ gtin: '7891000315508' }, 'validation_error', 'gtin'],
  [{ name: ' ' }, 'validation_error', 'name'],
  [{ code: '' }, 'validation_error', 'code'],
  [{ code: 'x'.repeat(61) }, 'validation_error', 'code'],
  [{ name: 'Pão\u0007' }, 'validation_error', 'name'],
  [{ nfeConfig: { ncm: '1901209' } }, 'validation_error', 'nfeConfig.ncm'],
  [{ nfeConfig: { cest: '170930' } }, 'invalid_cest', 'nfeConfig.cest'],
  [{ nfeConfig: { cest: '17.093.0A' } }, 'invalid_cest', 'nfeConfig.cest'],
  [{ nfeConfig: { internalCfop: '6102' } }, 'invalid_cfop', 'nfeConfig.internalCfop'],
  [{ nfeConfig: { internalCfop: '510' } }, 'invalid_cfop', 'nfeConfig.internalCfop'],
  [{ nfeConfig: { interstateContributor: '5102' } }, 'invalid_cfop', 'nfeConfig.interstateContributor'],
  [{ nfeConfig: { interstateNonContributor: '7102' } }, 'invalid_cfop', 'nfeConfig.interstateNonContributor'],
  [{ nfeConfig: { exportCfop: '6102' } }, 'invalid_cfop', 'nfeConfig.exportCfop'],
  [{ nfeConfig: { icmsCst: '102' } }, 'invalid_taxation', 'nfeConfig.icmsCst'],
  [{ nfeConfig: { icmsCst: '00', icmsRate: '100.01' } }, 'invalid_taxation', 'nfeConfig.icmsRate'],
  [{ nfeConfig: { pisCst: '01', pisRate: '-1' } }, 'invalid_taxation', 'nfeConfig.pisRate'],
] satisfies [Partial<ProductInput>, string, string][])('%j is refused as %s at %s', (change, code, path) => {
  expect(faultsOf(product(change))).toEqual({ code, paths: [path] });
});

test('every fault is reported at once, under the code of what has to be mended first', () => {
  const nfeConfig = { cest: '1', internalCfop: '1', icmsCst: '102' };
  expect(faultsOf(product({ nfeConfig }))).toEqual({
    code: 'invalid_cest',
    paths: ['nfeConfig.cest', 'nfeConfig.internalCfop', 'nfeConfig.icmsCst'],
  });
  expect(faultsOf(product({ nfeConfig, gtin: '1' })).code).toBe('validation_error');
});

test('what a code of the resolution is called on a product is what its fault names', () => {
  const nfeConfig = { icmsCst: '201', icmsStModBc: '4' };
  expect(faultsOf(product({ nfeConfig }), simples).paths).toEqual([
    'nfeConfig.icmsSnCreditRate',
    'nfeConfig.icmsStMva',
    'nfeConfig.icmsStRate',
  ]);
});

test('codes are kept as digits and percentages with four decimals', () => {
  const nfeConfig = { ncm: '1901.20.90', cest: '17.093.00', internalCfop: '5.102', icmsCst: '00', icmsRate: '18' };
  const { taxation } = accepted(product({ nfeConfig }), normalRegime);
  expect(taxation.cfops.internalCfop).toBe('5102');
  expect(taxation.fields).toMatchObject({ ncm: '19012090', cest: '1709300', icmsRate: '18.0000' });
});

test('a code that no good has is taken as NCM', () => {
  expect(accepted(product({ nfeConfig: { ncm: '00' } }), normalRegime).taxation.fields.ncm).toBe('00');
});

test('a parameter that the chosen code does not use is not kept', () => {
  const nfeConfig = { icmsCst: '40', icmsRate: '18', icmsStMva: '40', pisCst: '06', pisRate: '1.65' };
  const { fields } = accepted(product({ nfeConfig }), normalRegime).taxation;
  expect(fields).toEqual({ icmsSituation: '40', pisSituation: '06' });
});

test('a product without any taxation says nothing at its level', () => {
  const { taxation, taxRule } = accepted(product({ nfeConfig: null }), normalRegime);
  expect({ taxation, taxRule }).toEqual({
    taxation: {
      cfops: { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null },
      fields: {},
    },
    taxRule: null,
  });
});

test('normalizing what was normalized changes nothing', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const once = kept(input);
      fc.pre(once !== null);
      expect(kept(written(once))).toEqual(once);
    }),
    { numRuns: 500 },
  );
});

const texts: Partial<Record<(typeof nfeConfigNames)[number], string[]>> = {
  ncm: ['1901.20.90', '19012090', '00'],
  cest: ['17.093.00', '1709300'],
  internalCfop: ['5102', '5.405', '5927'],
  interstateContributor: ['6102'],
  interstateNonContributor: ['6108'],
  exportCfop: ['7102'],
  icmsOrigin: ['0', '8'],
  icmsCst: ['00', '10', '20', '40', '60', '90'],
  icmsStModBc: ['4', '6'],
  pisCst: ['01', '06'],
  cofinsCst: ['01', '07'],
  ipiSituation: ['50', '53'],
  ipiFramework: ['999'],
  taxRuleId: ['019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b'],
};
const percentages = ['0', '7', '18.5', '1.6500', '100'];
const blanks = [undefined, null, ''];

const config = fc.record(
  Object.fromEntries(
    nfeConfigNames.map((name) => {
      const isRate = /(Rate|RedBc|Mva)$/.test(name);
      return [name, fc.constantFrom(...blanks, ...(texts[name] ?? (isRate ? percentages : [])))];
    }),
  ),
) satisfies fc.Arbitrary<NfeConfigInput>;
const inputs = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }),
  code: fc.string({ minLength: 1, maxLength: 20 }),
  gtin: fc.constantFrom(...blanks, 'SEM GTIN', '7891000315507'),
  salePrice: fc.constantFrom(...blanks, '1', '1.5', '0.000001', '19.9000'),
  commercialUnit: fc.constantFrom(...blanks, 'CX  - CAIXA', 'KG'),
  nfeConfig: fc.option(config),
});

function kept(input: ProductInput): NormalProduct | null {
  try {
    return accepted(input, normalRegime);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function written({ taxation, taxRule, ...details }: NormalProduct): ProductInput {
  return { ...details, nfeConfig: writtenConfig({ taxation, taxRule }) };
}

function faultsOf(input: ProductInput, context = normalRegime): { code: string; paths: string[] } {
  try {
    accepted(input, context);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, paths: error.issues.map(({ path }) => path) };
  }
  throw new TypeError('the product was accepted');
}
