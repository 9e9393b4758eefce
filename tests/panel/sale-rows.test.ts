import { expect, test } from 'vitest';
import { readValues, formTexts } from '../../panel/forms/read.ts';
import { changesOf, creationOf, withUnshown } from '../../panel/pages/sale/body.ts';
import { installmentsOf, rowsOf, totalOf, withoutBlankRows, withoutRow, withRow } from '../../panel/pages/sale/rows.ts';

const written = {
  operationNature: 'Venda',
  'items[0].code': 'A',
  'items[0].quantity': '2',
  'items[0].unitValue': '1.234,50',
  'items[1].quantity': '1',
  'items[1].code': '',
  'items[3].code': 'C',
  'items[3].quantity': '1',
  'items[3].unitValue': '0,50',
  'items[3].discount': '0,10',
};

test('a form has lists: rows by their number, there and back', () => {
  const fields = [
    { name: 'items[0].code', label: '' },
    { name: 'items[1].price', label: '', kind: 'decimal' },
  ] as const;
  const sent = readValues(new URLSearchParams({ 'items[0].code': 'A', 'items[1].price': '1,5' }), fields);
  expect(sent).toEqual({ items: [{ code: 'A' }, { price: '1.5' }] });
  expect(formTexts(sent, fields)).toEqual({ 'items[0].code': 'A', 'items[1].price': '1,5' });
});

test('rows keep their order, and a number that nobody sent leaves no gap', () => {
  expect(rowsOf(written, 'items').map(({ code }) => code)).toEqual(['A', '', 'C']);
  expect(rowsOf(withoutRow(written, 'items', 1), 'items').map(({ code }) => code)).toEqual(['A', 'C']);
  const more = withRow(written, 'items', { code: 'D' });
  expect(more['items[3].code']).toBe('D');
  expect(more['operationNature']).toBe('Venda');
});

test('a row of a number beyond what a list may have is none, nor is one that is no number', () => {
  const odd = {
    'items[990].code': 'X',
    'items[99999999].code': 'Y',
    'items[-1].code': 'Z',
    'payments[100].value': '1',
  };
  expect(rowsOf(odd, 'items')).toEqual([]);
  expect(rowsOf(odd, 'payments')).toEqual([]);
});

test('rows in which nobody wrote are left out; a sale keeps one line', () => {
  expect(rowsOf(withoutBlankRows(written), 'items')).toHaveLength(2);
  expect(rowsOf(withoutBlankRows({ 'items[0].quantity': '1', 'items[1].quantity': '1' }), 'items')).toHaveLength(1);
  const payments = { 'payments[0].method': '', 'payments[0].value': '', 'duplicates[0].dueDate': '' };
  expect(rowsOf(withoutBlankRows(payments), 'payments')).toEqual([]);
});

test('the lines amount to what they say, and nothing where a figure is none', () => {
  expect(totalOf(written)).toBe('2469.40');
  expect(totalOf({ ...written, discount: '0,40', 'transport.freightValue': '10' })).toBe('2479.00');
  expect(totalOf({ ...written, discount: 'muito' })).toBeNull();
});

test('installments are equal, the cents that are left over are in the first, and their sum is the total', () => {
  const rows = installmentsOf({ total: '100.00', times: 3, first: '2026-12-31', days: 30 });
  expect(rows).toEqual([
    { dueDate: '2026-12-31', value: '33,34', number: '001' },
    { dueDate: '2027-01-30', value: '33,33', number: '002' },
    { dueDate: '2027-03-01', value: '33,33', number: '003' },
  ]);
});

test('a new sale sends nothing that is empty; a single payment without a sum is of the whole', () => {
  const body = creationOf(
    'NFCE',
    withoutBlankRows({ ...written, 'payments[0].method': 'PIX', 'payments[0].value': '' }),
  );
  expect(body).toEqual({
    type: 'NFCE',
    operationNature: 'Venda',
    client: { name: 'Consumidor não identificado' },
    items: [
      { code: 'A', quantity: '2', unitValue: '1234.50' },
      { code: 'C', quantity: '1', unitValue: '0.50', discount: '0.10' },
    ],
    payments: [{ method: 'PIX', value: '2469.40' }],
  });
  const named = creationOf('NFE', { ...written, clientId: 'um-cliente', 'client.name': 'Outro' });
  expect([named['clientId'], named['client']]).toEqual(['um-cliente', undefined]);
});

test('the code of a city is found by its name and state, whatever its accents', () => {
  const body = creationOf('NFE', {
    ...written,
    'client.name': 'Ana',
    'client.city': 'sao paulo',
    'client.state': 'sp',
  });
  expect(body['client']).toMatchObject({ municipalityCode: '3550308' });
});

const item = { code: 'A', description: 'A', quantity: '2', unitValue: '10', fuel: { anpCode: '1' }, ncm: '19012090' };
const kept = { type: 'NFE', operationNature: 'Venda', items: [item], discount: '5.00' } as const;

test('a change clears what is empty, and leaves alone what the form does not have', () => {
  const changes = changesOf(
    'NFE',
    { 'items[0].code': 'A', 'items[0].quantity': '2', operationNature: '' },
    kept as never,
  );
  expect(changes).toMatchObject({ additionalInfo: null, discount: null, payments: null, duplicates: null });
  expect(changes).not.toHaveProperty('transport');
  expect(changes).not.toHaveProperty('clientId');
  const shipped = changesOf('NFE', {}, { ...kept, transport: { carrierId: 'c', freightType: 'SENDER' } } as never);
  expect(shipped['transport']).toMatchObject({ freightType: null, carrierId: null });
});

test('a line that stays keeps what the form does not show; one that is about something else does not', () => {
  const row = { code: 'A', description: 'A novo', quantity: '3', unitValue: '10' };
  const same = withUnshown({ ...kept, items: [row] }, kept as never, { 'items[0].was': '0' });
  expect(same.items).toEqual([{ ...row, fuel: item.fuel }]);
  const other = withUnshown({ ...kept, items: [{ ...row, code: 'B' }] }, kept as never, {
    'items[0].was': '0',
  });
  expect(other.items).toEqual([{ ...row, code: 'B' }]);
  const fresh = withUnshown({ ...kept, items: [row] }, kept as never, { 'items[0].code': 'A' });
  expect(fresh.items).toEqual([row]);
});
