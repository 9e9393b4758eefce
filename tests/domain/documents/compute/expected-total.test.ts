import { expect, test } from 'vitest';
import { expectedTotal } from '../../../../domain/documents/compute/note.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import type { TaxFields } from '../../../../domain/taxation/fields.ts';
import type { TaxRecords } from '../../../../domain/taxation/levels/records.ts';
import { compute, issuerOf, item, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const ipi = { ipiSituation: '50', ipiRate: '10' };
const substitution = { icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' };
const taxDefaults = { cfop: '5102', cest: '2804200', icmsSituation: '00', icmsRate: '18' };
const issuer = issuerOf('NORMAL', { taxDefaults });
const cfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };

test.each<[string, TaxRecords, string]>([
  ['a rule', ruled(ipi), '1100.00'],
  ['a product', sold(ipi), '1100.00'],
  ['a template', shaped(ipi), '1100.00'],
  ['a rule with substitution', ruled(substitution), '1072.00'],
  ['a rule that adds nothing', ruled({ icmsSituation: '40' }), '1000.00'],
  ['a product that adds nothing', sold({ ipiSituation: '53' }), '1000.00'],
])('what %s adds is in the total, as on the note', (_what, records, total) => {
  const payload = named();
  expect(expectedTotal({ issuer, client, payload, records, on })).toBe(total);
  expect(compute({ issuer, payload, records, on }).totals.note).toBe(total);
});

test('a sub-rule that is for others adds nothing', () => {
  const records = ruled(ipi, ['RJ']);
  expect(expectedTotal({ issuer, client, payload: named(), records, on })).toBe('1000.00');
});

test('installments and payments must add up to an exact total, computed or not', () => {
  const payload = named({ duplicates: [{ dueDate: '2027-01-31', value: '1000.00' }] });
  expect(refusalOf(() => expectedTotal({ issuer, client, payload, records: ruled(ipi), on }))).toMatchObject({
    code: 'invalid_duplicates',
    message: expect.stringContaining('R$ 100,00 a menos'),
  });
  expect(expectedTotal({ issuer, client, payload, records: sold({}), on })).toBe('1000.00');
});

test('where the taxes cannot be resolved the total is the value before them, and nothing is held against it', () => {
  const records = ruled({ ...ipi, icmsSituation: '99' });
  const payload = named({ payments: [{ method: 'PIX', value: '1.00' }] });
  expect(expectedTotal({ issuer, client, payload, records, on })).toBe('1000.00');
  expect(expectedTotal({ issuer: null, client, payload, records: ruled(ipi), on })).toBe('1000.00');
});

test('what the day of issue forbids is held against a sale when it is issued, with its sums in one list', () => {
  const payload = named({ duplicates: [{ dueDate: '2020-01-31', value: '900.00' }] });
  const sale = { issuer, client, payload, records: sold({}), on };
  expect(refusalOf(() => compute(sale)).paths).toEqual(['duplicates', 'duplicates[0].dueDate']);
  expect(refusalOf(() => expectedTotal(sale)).paths).toEqual(['duplicates']);
});

const client = taxpayerIn('SP');
const on = new Date('2026-11-21T15:00:00Z');

function named(fields: Partial<GoodsPayload> = {}): GoodsPayload {
  return saleOf([item({ productId: 'product', taxRuleId: 'rule' })], { templateId: 'template', ...fields });
}

function ruled(fields: TaxFields, states: string[] = []): TaxRecords {
  const taxRule = { id: 'rule', name: 'Regra', subRules: [{ states, clientTypes: [], cfops: [], fields }] };
  return { template: null, items: [{ taxRule, product: null }] };
}

function sold(fields: TaxFields): TaxRecords {
  const product = { id: 'product', name: 'Camiseta', taxation: { cfops, fields } };
  return { template: null, items: [{ taxRule: null, product }] };
}

function shaped(fields: TaxFields): TaxRecords {
  return { template: { id: 'template', name: 'Venda', fields }, items: [{ taxRule: null, product: null }] };
}
