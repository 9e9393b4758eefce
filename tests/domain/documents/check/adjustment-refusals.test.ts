import { expect, test } from 'vitest';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { checkPayload, refusalOf, saleOf } from '../sale.ts';
import { adjustedLine } from './adjustment-cases.ts';
import {
  type AdjustmentSale,
  byItem,
  correction,
  credit,
  interest,
  key,
  least,
  lost,
  presumed,
  type Refused,
  transfer,
} from './adjustment-sales.ts';

const nothing = { ibs: '0', cbs: '0.00' };

/** Faults that the payload alone shows. */
const formless: Refused[] = [
  { of: 'both types', document: { ...interest, rtcDebitType: '06' }, at: 'rtcDebitType' },
  { of: 'credit type 07', document: { rtcCreditType: '07' }, at: 'rtcCreditType' },
  {
    of: 'part of a delivery that was refused, of no item',
    document: { rtcCreditType: '06' },
    at: 'items[0].referencedItem',
  },
  {
    of: 'part of a delivery that was refused, of a whole note',
    document: { rtcCreditType: '06', referencedAccessKey: key },
    item: byItem(key, 1),
    at: 'referencedAccessKey',
  },
  { of: 'debit type 09', document: { rtcDebitType: '09' }, at: 'rtcDebitType' },
  { of: 'debit type 00', document: { rtcDebitType: '00' }, at: 'rtcDebitType' },
  { of: 'a purpose beside the type', document: { ...interest, purpose: 'ADJUSTMENT' }, at: 'purpose' },
  { of: 'an outgoing note of credit', document: { ...interest, operationType: 'OUT' }, at: 'operationType' },
  {
    of: 'an incoming note of debit',
    document: { ...transfer, operationType: 'IN' },
    item: { adjustment: least },
    at: 'operationType',
  },
  {
    of: 'instalments',
    document: { ...interest, duplicates: [{ dueDate: '2026-12-31', value: '1' }] },
    at: 'duplicates',
  },

  { of: 'a transfer of nothing said', document: transfer, at: 'items[0].adjustment' },
  { of: 'a transfer of nothing', document: transfer, item: { adjustment: nothing }, at: 'items[0].adjustment' },
  {
    of: 'a month’s adjustment of nothing',
    document: correction,
    item: { adjustment: { period: '2026-10', ...nothing } },
    at: 'items[0].adjustment',
  },
  {
    of: 'an adjustment of no month',
    document: correction,
    item: { adjustment: least },
    at: 'items[0].adjustment.period',
  },
  ...['2024-12', '2026-13', '2026-00', '2026-1', '202610'].map((period) => ({
    of: `an adjustment of the month ${period}`,
    document: correction,
    item: { adjustment: { ...least, period } },
    at: 'items[0].adjustment.period',
  })),
  ...['-0.01', '0.001', '12345678901234', 'x'].map((ibs) => ({
    of: `a transfer of IBS ${ibs}`,
    document: transfer,
    item: { adjustment: { ibs, cbs: '1' } },
    at: 'items[0].adjustment.ibs',
  })),
  {
    of: 'a transfer of CBS -1',
    document: transfer,
    item: { adjustment: { ibs: '1', cbs: '-1' } },
    at: 'items[0].adjustment.cbs',
  },
  { of: 'an adjustment on a sale', document: {}, item: { adjustment: least }, at: 'items[0].adjustment' },
  { of: 'an adjustment on interest', document: interest, item: { adjustment: least }, at: 'items[0].adjustment' },

  { of: 'a loss that reverses no credit', document: lost, at: 'items[0].creditReversal' },
  {
    of: 'a reversal on a transfer',
    document: transfer,
    item: { adjustment: least, creditReversal: least },
    at: 'items[0].creditReversal',
  },
  {
    of: 'a reversal of nothing on a sale',
    document: {},
    item: { creditReversal: nothing },
    at: 'items[0].creditReversal',
  },
  {
    of: 'a reversal of CBS 0.001',
    document: lost,
    item: { creditReversal: { ibs: '1', cbs: '0.001' } },
    at: 'items[0].creditReversal.cbs',
  },

  { of: 'a presumed credit on a sale', document: {}, item: credit('1'), at: 'items[0].zfmPresumedCredit' },
  { of: 'credit 02 without its group', document: presumed, at: 'items[0].zfmPresumedCredit' },
  ...['5', '01', '-1'].map((type) => ({
    of: `a presumed credit of type ${type}`,
    document: presumed,
    item: credit(type),
    at: 'items[0].zfmPresumedCredit.type',
  })),
  {
    of: 'a presumed credit of 2024',
    document: presumed,
    item: credit('1', '2024-12'),
    at: 'items[0].zfmPresumedCredit.period',
  },
  {
    of: 'one type of presumed credit twice',
    document: presumed,
    items: [credit('1'), credit('2'), credit('1')],
    at: 'items[2].zfmPresumedCredit.type',
  },
];

test.each(formless)('$of is refused, and the field named', ({ document, item, items, at }) => {
  const payload = saleOf((items ?? [item ?? {}]).map(adjustedLine), document);
  expect(refusalOf(() => checkPayload(payload))).toMatchObject({ code: 'validation_error', paths: [at] });
});

test.each<{ of: string; document: AdjustmentSale; items: Partial<ItemInput>[] }>([
  { of: 'the least that can be transferred', document: transfer, items: [{ adjustment: least }] },
  { of: 'the most', document: transfer, items: [{ adjustment: { ibs: '0', cbs: '9999999999999.99' } }] },
  { of: 'the reform’s first month', document: correction, items: [{ adjustment: { ...least, period: '2025-01' } }] },
  { of: 'a loss of goods without credit', document: lost, items: [{ creditReversal: nothing }] },
  {
    of: 'every type of presumed credit',
    document: presumed,
    items: ['0', '1', '2', '3', '4'].map((type) => credit(type)),
  },
  {
    of: 'a payment of nothing',
    document: { ...interest, payments: [{ method: 'NO_PAYMENT', value: '0' }] },
    items: [{}],
  },
])('$of is taken', ({ document, items }) => {
  expect(() => checkPayload(saleOf(items.map(adjustedLine), document))).not.toThrow();
});

test('a note of credit or debit is an NF-e, never an NFC-e', () => {
  const payload = { ...saleOf([adjustedLine({})], interest), type: 'NFCE' as const };
  expect(refusalOf(() => checkPayload(payload)).paths).toContain('rtcCreditType');
});

test('payments are refused with the code of payments', () => {
  const payload = saleOf([adjustedLine({ unitValue: '1' })], {
    ...interest,
    payments: [{ method: 'PIX', value: '1' }],
  });
  expect(refusalOf(() => checkPayload(payload))).toMatchObject({ code: 'invalid_payments', paths: ['payments'] });
});
