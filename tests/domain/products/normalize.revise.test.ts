import { expect, test } from 'vitest';
import { reviseProduct } from '../../../domain/products/normalize.ts';
import type { ProductChanges, ProductInput } from '../../../domain/products/product.entity.ts';
import { accepted, normalRegime, product, simples } from './product.ts';

test('what was not sent stays and null clears', () => {
  const stored = product({ gtin: '7891000315507', salePrice: '10', taxUnit: 'KG', nfeConfig: { ncm: '19012090' } });
  expect(revised(stored, {}).product).toEqual(accepted(stored, normalRegime));
  const { product: cleared } = revised(stored, { gtin: null, salePrice: null, taxUnit: null });
  expect(cleared).toMatchObject({ gtin: null, salePrice: null, taxUnit: 'UN - UNIDADE', name: stored.name });
  expect(cleared.taxation.fields).toEqual({ ncm: '19012090' });
});

test('nfeConfig is merged field by field, and null clears all of it', () => {
  const stored = product({ nfeConfig: { ncm: '19012090', cest: '1709300', icmsCst: '00', icmsRate: '18' } });
  expect(revised(stored, { nfeConfig: { cest: null, icmsRate: '12' } }).product.taxation.fields).toEqual({
    ncm: '19012090',
    icmsSituation: '00',
    icmsRate: '12.0000',
  });
  expect(revised(stored, { nfeConfig: null }).product).toEqual(accepted(product(), normalRegime));
});

test('a change to a code without substitution discards its parameters', () => {
  const nfeConfig = { icmsCst: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' };
  const { product: changed, faults } = revised(product({ nfeConfig }), { nfeConfig: { icmsCst: '00' } });
  expect(faults).toEqual([]);
  expect(changed.taxation.fields).toEqual({ icmsSituation: '00', icmsRate: '18.0000' });
});

test('a change is checked together with the stored fields', () => {
  const stored = product({ nfeConfig: { icmsCst: '00', icmsRate: '18' } });
  const { faults } = revised(stored, { nfeConfig: { icmsCst: '10' } });
  expect(faults.map(({ code, path }) => [code, path])).toEqual([
    ['invalid_taxation', 'nfeConfig.icmsStModBc'],
    ['invalid_taxation', 'nfeConfig.icmsStRate'],
  ]);
});

test.each([{}, { name: 'Pão', nfeConfig: {} }])(
  'with %j a taxation that would be refused today is left untouched',
  (changes) => {
    const stored = accepted(product({ nfeConfig: { icmsCst: '00', icmsRate: '18' } }), normalRegime);
    const { product: changed, faults } = reviseProduct(stored, changes, simples);
    expect({ faults, taxation: changed.taxation }).toEqual({ faults: [], taxation: stored.taxation });
    expect(reviseProduct(stored, { nfeConfig: { ncm: '00' } }, simples).faults).toHaveLength(1);
  },
);

test.each<[string, ProductInput['nfeConfig'], ProductChanges['nfeConfig'], (string | null)[]]>([
  ['suggested ones follow a new internal CFOP', {}, { internalCfop: '5405' }, ['6404', '6108']],
  ['a chosen one stays', { interstateContributor: '6403' }, { internalCfop: '5101' }, ['6403', '6107']],
  ['one left empty stays empty', { interstateContributor: null }, { internalCfop: '5101' }, [null, '6107']],
  ['without an internal one nothing is suggested', {}, { internalCfop: null }, [null, null]],
  ['what is sent wins', {}, { internalCfop: '5101', interstateContributor: '6403' }, ['6403', '6107']],
  ['null leaves it empty', {}, { internalCfop: '5101', interstateContributor: null }, [null, '6107']],
  ['one that is cleared is not suggested again', {}, { interstateContributor: null }, [null, '6108']],
  ['other fields do not touch them', {}, { ncm: '19012090' }, ['6102', '6108']],
])('of interstate CFOPs beside 5102: %s', (_what, given, change, expected) => {
  const stored = product({ nfeConfig: { internalCfop: '5102', ...given } });
  const { cfops } = revised(stored, { nfeConfig: change }).product.taxation;
  expect([cfops.interstateContributor, cfops.interstateNonContributor]).toEqual(expected);
});

test('the first internal CFOP suggests, as on a new product', () => {
  const { cfops } = revised(product(), { nfeConfig: { internalCfop: '5102' } }).product.taxation;
  expect([cfops.interstateContributor, cfops.interstateNonContributor]).toEqual(['6102', '6108']);
});

function revised(stored: ProductInput, changes: ProductChanges) {
  return reviseProduct(accepted(stored, normalRegime), changes, normalRegime);
}
