import { expect, test } from 'vitest';
import type { Fault } from '../../../../domain/faults.ts';
import { checked } from '../../../fiscal-cases/engine/issue.ts';
import type { ItemBody, Seller } from '../../../fiscal-cases/fiscal-case.ts';
import { cbsOf2027 } from '../../../fiscal-cases/cases/inclusive-price.ts';

const shop: Seller = { municipalRegistration: '12345678' };
const repair = { serviceCode: '14.01', rate: '5', municipalityCode: '3550308' } as const;
const sold = (fields: Partial<ItemBody>, by: Seller = shop, year: 2026 | 2027 = 2027) =>
  checked({
    by,
    items: [
      { icmsSituation: '40' },
      { code: 'S1', description: 'Conserto', quantity: 1, unitValue: '500.00', issqn: repair, ...fields },
    ],
    ...(year === 2027 ? { on: '2027-03-01', rates: cbsOf2027 } : {}),
  });
const pathsOf = (faults: Fault[]) => faults.map(({ path }) => path);

const byAgent = { pisSituation: '05', cofinsSituation: '05' } as const;

test.each<Partial<ItemBody>>([
  { pisSt: { rate: '0.65', addsToTotal: true } },
  { cofinsSt: { rate: '3', addsToTotal: false } },
])('a service has no contributions by substitution: %o', (fields) => {
  const { faults } = sold({ ...byAgent, ...fields }, shop, 2026);
  expect(pathsOf(faults)).toEqual([`items[1].${Object.keys(fields)[0] ?? ''}`]);
});

test.each<Partial<ItemBody>>([{ selectiveTaxSituation: '000' }, { selectiveTaxRate: '10' }])(
  'a service does not say what is of goods alone: %o',
  (fields) => {
    expect(pathsOf(sold(fields).faults)).toContain(`items[1].${Object.keys(fields)[0] ?? ''}`);
  },
);

test('the selective tax that a company says of its goods is not on a service', () => {
  const taxDefaults = { selectiveTaxSituation: '000', selectiveTaxClassification: '000001', selectiveTaxRate: '20' };
  const { note, faults } = sold({}, { ...shop, taxDefaults });
  expect(faults).toEqual([]);
  expect(note?.items.map(({ selectiveTax }) => selectiveTax !== undefined)).toEqual([true, false]);
});
