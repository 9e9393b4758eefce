import { expect, test } from 'vitest';
import { checkMethodsOn, checkPaymentForms } from '../../../../domain/documents/check/payments.ts';
import { paymentsOf } from '../../../../domain/documents/compute/payments.ts';
import { type GoodsPayload, type PaymentInput, paymentMethods } from '../../../../domain/documents/payload.ts';
import { cardBrandCode, electronicMethods } from '../../../../domain/documents/payment-methods.ts';
import table from '../../../../tables/t-pag.json' with { type: 'json' };
import { item, saleOf } from '../sale.ts';

const methods = Object.keys(paymentMethods) as (keyof typeof paymentMethods)[];
const paid = (payments: PaymentInput[], fields: Partial<GoodsPayload> = {}) =>
  saleOf([item()], { payments, ...fields });
const faultsOf = (payment: PaymentInput, fields?: Partial<GoodsPayload>) =>
  checkPaymentForms(paid([payment], fields)).map(({ path, message }) => [path, /rejeição (\d+)/.exec(message)?.[1]]);

test('every published means of payment has a name, and every name one code', () => {
  expect(Object.values(paymentMethods).sort()).toEqual(Object.keys(table.tPag).sort());
});

test.each([
  ['PAY_LATER', '2025-11-03', '2025-11-02'],
  ['PIX_STATIC', '2024-07-01', '2024-06-30'],
] as const)('%s is taken from %s on', (method, since, before) => {
  const payload = paid([{ method, value: '0' }]);
  expect(checkMethodsOn(since, payload)).toEqual([]);
  expect(checkMethodsOn(before, payload)).toMatchObject([{ path: 'payments[0].method' }]);
});

test.each(methods)('%s has details of a card only where it is electronic', (method) => {
  const card = { brand: 'VISA', acquirer: '01027058000191', receiver: '11222333000181', terminal: '1' };
  const value = method === 'NO_PAYMENT' || method === 'PAY_LATER' ? '0' : '10';
  const payment = { method, value, description: 'Permuta', card };
  expect(faultsOf(payment)).toEqual(electronicMethods.has(method) ? [] : [['payments[0].card', '963']]);
});

test.each<[string, NonNullable<PaymentInput['card']>, [string, string | undefined][]]>([
  ['an acquirer of wrong digits', { acquirer: '01027058000190' }, [['payments[0].card.acquirer', undefined]]],
  ['a receiver of wrong digits', { receiver: '11222333000180' }, [['payments[0].card.receiver', '796']]],
  ['a brand code that is not published', { brand: '77' }, [['payments[0].card.brand', undefined]]],
  [
    'an integrated card that says nothing',
    { integration: 'INTEGRATED' },
    [
      ['payments[0].card.acquirer', '392'],
      ['payments[0].card.authorization', '392'],
    ],
  ],
])('%s is refused where it stands', (_of, card, faults) => {
  expect(faultsOf({ method: 'CREDIT_CARD', value: '10', card })).toEqual(faults);
});

test.each([
  ['Visa', '01'],
  ['master card', '02'],
  ['AMEX', '03'],
  ['Diners Club', '05'],
  ['27', '27'],
  ['Outra qualquer', '99'],
  ['77', null],
])('the brand %s is %s', (brand, code) => {
  expect(cardBrandCode(brand)).toBe(code);
});

test('what says that nothing is paid has no value and stands alone', () => {
  for (const method of ['NO_PAYMENT', 'PAY_LATER'] as const) {
    expect(faultsOf({ method, value: '0.00' })).toEqual([]);
    expect(faultsOf({ method, value: '0.01' })).toEqual([['payments[0].value', '904']]);
    const two: PaymentInput[] = [
      { method: 'PIX', value: '10' },
      { method, value: '0' },
    ];
    expect(checkPaymentForms(paid(two))).toMatchObject([{ code: 'invalid_payments', path: 'payments' }]);
  }
});

test.each<[string, PaymentInput, Partial<GoodsPayload>, [string, string | undefined]]>([
  ['a trade note at the counter', { method: 'TRADE_NOTE', value: '10' }, { type: 'NFCE' }, ['payments', '857']],
  ['a charge of a return', { method: 'PIX', value: '10' }, { purpose: 'RETURN' }, ['payments', undefined]],
  ['a charge of a debit', { method: 'PIX', value: '10' }, { rtcDebitType: '06' }, ['payments', undefined]],
  ['another means without its name', { method: 'OTHERS', value: '10' }, {}, ['payments[0].description', undefined]],
])('%s is refused', (_of, payment, fields, fault) => {
  expect(faultsOf(payment, fields)).toEqual([fault]);
});

test('a later payment prints its code and no value, and a card of an NF-e says how it was taken', () => {
  expect(paymentsOf(paid([{ method: 'PAY_LATER', value: '0' }]), '10.00')).toMatchObject([
    { method: 'PAY_LATER', term: '1', value: '0.00', card: null },
  ]);
  expect(paymentsOf(paid([{ method: 'DEBIT_CARD', value: '10' }]), '10.00')).toMatchObject([
    { method: 'DEBIT_CARD', term: '0', value: '10.00', card: { integration: '2' } },
  ]);
});
