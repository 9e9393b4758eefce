import { expect, test } from 'vitest';
import { valueBeforeTaxesOf } from '../../../../domain/documents/compute/value-before-taxes.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { checkPayload, item, refusalOf, saleOf } from '../sale.ts';

const key = '35261111444777000161550010000000011630362748';

test.each<{ of: string; payload: GoodsPayload; code: string; paths: string[] }>([
  {
    of: 'a CEST without 7 digits',
    payload: saleOf([item({ cest: '12' })]),
    code: 'invalid_cest',
    paths: ['items[0].cest'],
  },
  {
    of: 'a CFOP without 4 digits',
    payload: saleOf([item({ cfop: '51' })]),
    code: 'invalid_cfop',
    paths: ['items[0].cfop'],
  },
  { of: 'no item', payload: saleOf([]), code: 'validation_error', paths: ['items'] },
  {
    of: '991 items',
    payload: saleOf(Array.from({ length: 991 }, () => item())),
    code: 'validation_error',
    paths: ['items'],
  },
  ...faultyItems({
    quantity: ['0', '-1', '1.23456', '123456789012', '12345678901234567890', '1e20', 'NaN', ''],
    unitValue: ['-0.01', '0.12345678901', '12345678901234567890'],
    discount: ['-1', '1.001', '1000.01'],
    gtin: ['7891000100104', '123'],
    description: ['a\u0000b', 'a\ud800b', 'Café 😀', 'Кофе'],
    code: ['珈琲'],
    additionalInfo: ['5 €'],
  }),
  {
    of: 'a product of quantity and value beyond 13 digits',
    payload: saleOf([item({ quantity: '99999999999', unitValue: '99999999999' })]),
    code: 'validation_error',
    paths: ['items[0].unitValue'],
  },
  ...faulty('validation_error', [
    { fields: { payments: [{ method: 'OTHERS', value: '1000' }] }, at: 'payments[0].description' },
    { fields: { payments: [{ method: 'PIX', value: '-1' }] }, at: 'payments[0].value' },
    ...['123', '01027058000190', '01.027.058/0001-91', '52998224725'].map((acquirer) => ({
      fields: { payments: [{ method: 'CREDIT_CARD' as const, value: '1000', card: { acquirer } }] },
      at: 'payments[0].card.acquirer',
    })),
    { fields: { duplicates: [{ dueDate: '2026-02-30', value: '1000' }] }, at: 'duplicates[0].dueDate' },
    { fields: { duplicates: [{ dueDate: '2026-12-01', value: '0' }] }, at: 'duplicates[0].value' },
    { fields: { discount: '1000.01' }, at: 'discount' },
    { fields: { presence: '7' }, at: 'presence' },
    { fields: { purpose: 'COMPLEMENTARY' }, at: 'referencedDocuments' },
    { fields: { purpose: 'RETURN' }, at: 'items[0].referencedItem' },
    { fields: { referencedDocuments: ['123'] }, at: 'referencedDocuments[0]' },
    { fields: { referencedDocuments: [`${key.slice(0, -1)}7`] }, at: 'referencedDocuments[0]' },
    { fields: { transport: { vehiclePlate: 'ABC1D23' } }, at: 'transport.vehicleState' },
    { fields: { transport: { vehicleState: 'XX' } }, at: 'transport.vehicleState' },
    { fields: { transport: { volumeGrossWeight: '-1' } }, at: 'transport.volumeGrossWeight' },
    { fields: { transport: { volumeQuantity: -1 } }, at: 'transport.volumeQuantity' },
    { fields: { operationNature: 'Venda\u0007' }, at: 'operationNature' },
    { fields: { operationNature: 'Продажа' }, at: 'operationNature' },
    { fields: { additionalInfo: 'Obrigado 😀' }, at: 'additionalInfo' },
    { fields: { transport: { volumeSpecies: '📦' } }, at: 'transport.volumeSpecies' },
    {
      fields: { payments: [{ method: 'OTHERS', value: '1000', description: 'Crédito ★' }] },
      at: 'payments[0].description',
    },
  ]),
  ...faulty('invalid_plate', [
    { fields: { transport: { vehiclePlate: 'A', vehicleState: 'SP' } }, at: 'transport.vehiclePlate' },
    { fields: { transport: { vehiclePlate: '', vehicleState: 'SP' } }, at: 'transport.vehiclePlate' },
  ]),
  ...faulty('invalid_payments', [
    { fields: { payments: [{ method: 'PIX', value: '999.99' }] }, at: 'payments' },
    { fields: { payments: [{ method: 'NO_PAYMENT', value: '10' }] }, at: 'payments[0].value' },
    {
      fields: { payments: [{ method: 'PIX', value: '1000' }], purpose: 'ADJUSTMENT', referencedDocuments: [key] },
      at: 'payments',
    },
  ]),
  ...faulty('invalid_duplicates', [
    { fields: { duplicates: [{ dueDate: '2026-12-01', value: '1000.01' }] }, at: 'duplicates' },
  ]),
])('$of is refused', ({ payload, code, paths }) => {
  expect(refusalOf(() => checkPayload(payload))).toMatchObject({ code, paths });
});

test('installments out of order are refused at the one that is early', () => {
  const duplicates = [
    { dueDate: '2026-12-10', value: '500' },
    { dueDate: '2026-12-09', value: '500' },
  ];
  expect(refusalOf(() => checkPayload(saleOf([item()], { duplicates }))).paths).toEqual(['duplicates[1].dueDate']);
});

test('a whole sale passes', () => {
  const payload = saleOf([item({ cest: '2800100', cfop: '5102', gtin: '7891000100103', discount: '1000' })], {
    payments: [{ method: 'PIX', value: '25.00' }],
    transport: { freightValue: '25', vehiclePlate: 'ABC-1234', vehicleState: 'SP', volumeQuantity: 2 },
    referencedDocuments: [key],
    presence: '1',
  });
  expect(() => checkPayload(payload)).not.toThrow();
});

test('what a word processor writes passes, for its plain counterpart is printed', () => {
  const texts = ['“Café” – pacote…', '  À vista ', 'linha\r\noutra', 'zero\u200bwidth', 'e\u0301'];
  const items = texts.map((description) => item({ description }));
  expect(() => checkPayload(saleOf(items, { additionalInfo: texts.join('\n') }))).not.toThrow();
});

test('amounts said of the items and of the whole document must be the same, and are reported together', () => {
  const payload = saleOf([item({ freight: '10', discount: '5' })], {
    ...{ discount: '6', insurance: '7' },
    transport: { freightValue: '25' },
  });
  expect(refusalOf(() => checkPayload(payload)).paths).toEqual(['transport.freightValue', 'discount']);
});

test('sums are left to the computation where taxes could still be added to the total', () => {
  const duplicates = [{ dueDate: '2026-12-01', value: '1100' }];
  const withIpi = saleOf([item({ ipiSituation: '50', ipiRate: '10' })], { duplicates });
  expect(() => checkPayload(withIpi)).not.toThrow();
  const byDefault = saleOf([item()], { duplicates });
  expect(() => checkPayload(byDefault, { icmsStRate: '18' })).not.toThrow();
  expect(refusalOf(() => checkPayload(byDefault)).code).toBe('invalid_duplicates');
});

test('the total before taxes counts discounts, freight, insurance and other costs', () => {
  const items = [
    item({ quantity: '3', unitValue: '0.335', insurance: '1', otherCosts: '2' }),
    item({ discount: '0.50', freight: null }),
  ];
  expect(valueBeforeTaxesOf(saleOf(items, { discount: '0.50', transport: { freightValue: '20' } }))).toBe('1023.51');
});

function faulty(code: string, cases: { fields: Partial<GoodsPayload>; at: string }[]) {
  return cases.map(({ fields, at }) => ({
    of: `${at} ${JSON.stringify(fields)}`,
    payload: saleOf([item()], fields),
    code,
    paths: [at],
  }));
}

function faultyItems(values: { [field: string]: string[] }) {
  return Object.entries(values).flatMap(([field, texts]) =>
    texts.map((text) => ({
      of: `an item whose ${field} is ${JSON.stringify(text)}`,
      payload: saleOf([{ ...item(), [field]: text }]),
      code: 'validation_error',
      paths: [`items[0].${field}`],
    })),
  );
}
