import { expect, test } from 'vitest';
import { checked } from '../../../fiscal-cases/engine/issue.ts';
import type { ItemBody, Seller } from '../../../fiscal-cases/fiscal-case.ts';
import { cbsOf2027 } from '../../../fiscal-cases/cases/inclusive-price.ts';

const inside: Seller = {
  taxRegime: 'SIMPLES',
  simplesIbsRate: { '2027-01-01': '0.0215' },
  simplesCbsRate: { '2027-01-01': '0.8765' },
};
const used: Partial<ItemBody> = {
  ...{ icmsSituation: '102', ibsCbsClassification: '000001', simplesActivity: '01', isUsed: true },
  operationPresumedCredit: { creditCode: '04', base: '400.00', ibs: { rate: '0.1' }, cbs: { rate: '8.7' } },
};
const sold = (by: Seller, item: Partial<ItemBody>, on = '2027-03-01') =>
  checked({ by, item, on, rates: cbsOf2027 }).faults;

test.each<[string, Seller]>([
  ['pays IBS and CBS inside Simples', inside],
  ['pays its CBS inside Simples', { ...inside, taxRegime: 'SIMPLES_EXCESS' }],
])('an issuer that %s takes no presumed credit in a note', (_of, by) => {
  const path = 'items[0].operationPresumedCredit';
  const message = expect.stringMatching(/Simples não toma crédito presumido/);
  const ofExcess = by.taxRegime === 'SIMPLES_EXCESS' ? { icmsSituation: '00' } : {};
  expect(sold(by, { ...used, ...ofExcess })).toContainEqual({ code: 'invalid_taxation', path, message });
});

test('an issuer of Simples that pays them by the regular regime takes it', () => {
  const by: Seller = { ...inside, ibsCbsRegime: { '2027-01-01': 'REGULAR' } };
  expect(sold(by, { ...used, simplesActivity: null }).map(({ path }) => path)).not.toContain(
    'items[0].operationPresumedCredit',
  );
});

test('the day on which a credit begins is reported as people write it', () => {
  const car = { creditCode: '05', base: '700.00', cbs: { rate: '10' } };
  const faults = sold(
    {},
    { icmsSituation: '00', ibsCbsClassification: '000003', operationPresumedCredit: car },
    '2026-11-21',
  );
  expect(faults.map(({ message }) => message)).toContainEqual(expect.stringContaining('ele começa em 01/01/2027.'));
});
