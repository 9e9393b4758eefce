import { expect, test } from 'vitest';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { checkPayload, refusalOf, saleOf } from '../sale.ts';
import { adjustedLine, keyOf } from './adjustment-cases.ts';
import {
  adjusted,
  anotherKey,
  type AdjustmentSale,
  byItem,
  credit,
  goodsBack,
  interest,
  key,
  presumed,
  type Refused,
  transfer,
} from './adjustment-sales.ts';

const refusals: Refused[] = [
  ...['01', '03', '04'].map((rtcCreditType) => ({
    of: `credit ${rtcCreditType} of no note`,
    document: { rtcCreditType },
    at: 'referencedAccessKey',
  })),
  {
    of: 'credit 02 of a note',
    document: { ...presumed, referencedAccessKey: key },
    item: credit('1'),
    at: 'referencedAccessKey',
  },
  {
    of: 'debit 03 of the whole note',
    document: { rtcDebitType: '03', referencedAccessKey: key },
    item: { ...adjusted, ...byItem(key) },
    at: 'referencedAccessKey',
  },
  {
    of: 'debit 04 of the whole note',
    document: { rtcDebitType: '04', referencedAccessKey: key },
    item: byItem(key, 1),
    at: 'referencedAccessKey',
  },
  {
    of: 'an advance of a note as a whole and of an item',
    document: { rtcDebitType: '06', referencedAccessKey: key },
    item: byItem(key, 1),
    at: 'referencedAccessKey',
  },
  {
    of: 'a key whose digit is wrong',
    document: { ...interest, referencedAccessKey: wrongDigit(key) },
    at: 'referencedAccessKey',
  },
  {
    of: 'interest on an NFC-e',
    document: { ...interest, referencedAccessKey: keyOf({ model: '65' }) },
    at: 'referencedAccessKey',
  },
  {
    of: 'refused goods of a CT-e',
    document: { rtcCreditType: '03', referencedAccessKey: keyOf({ model: '57' }) },
    at: 'referencedAccessKey',
  },
  {
    of: 'a note of credit by the field of other notes',
    document: { ...interest, referencedDocuments: [key] },
    at: 'referencedDocuments',
  },
  { of: 'a sale by the field of notes of credit', document: { referencedAccessKey: key }, at: 'referencedAccessKey' },

  { of: 'an item of a note of credit', document: interest, item: byItem(key, 1), at: 'items[0].referencedItem' },
  { of: 'an item of a sale', document: {}, item: byItem(key, 1), at: 'items[0].referencedItem' },
  {
    of: 'debit 03 of no note',
    document: { rtcDebitType: '03' },
    item: { ...adjusted },
    at: 'items[0].referencedItem',
  },
  {
    of: 'debit 03 of an item',
    document: { rtcDebitType: '03' },
    item: { ...adjusted, ...byItem(key, 1) },
    at: 'items[0].referencedItem.number',
  },
  { of: 'debit 04 of no item', document: { rtcDebitType: '04' }, at: 'items[0].referencedItem' },
  {
    of: 'debit 04 of a whole note',
    document: { rtcDebitType: '04' },
    item: byItem(key),
    at: 'items[0].referencedItem.number',
  },
  {
    of: 'debit 04 of two notes',
    document: { rtcDebitType: '04' },
    items: [byItem(key, 1), byItem(anotherKey, 1)],
    at: 'items[1].referencedItem.accessKey',
  },
  {
    of: 'debit 04 of one item twice',
    document: { rtcDebitType: '04' },
    items: [byItem(key, 1), byItem(key, 1)],
    at: 'items[1].referencedItem',
  },

  { of: 'a return of nothing', document: goodsBack, at: 'items[0].referencedItem' },
  {
    of: 'a return of a whole note',
    document: { ...goodsBack, referencedDocuments: [key] },
    at: 'items[0].referencedItem',
  },
  {
    of: 'a return of which one item is not told',
    document: goodsBack,
    items: [byItem(key, 1), {}],
    at: 'items[1].referencedItem',
  },
  { of: 'a return of no item', document: goodsBack, item: byItem(key), at: 'items[0].referencedItem.number' },
  ...[0, 991, -1, 1.5].map((number) => ({
    of: `a return of the item ${number}`,
    document: goodsBack,
    item: byItem(key, number),
    at: 'items[0].referencedItem.number',
  })),
  {
    of: 'a return of one item twice',
    document: goodsBack,
    items: [byItem(key, 1), byItem(key, 1)],
    at: 'items[1].referencedItem',
  },
  {
    of: 'a return of two issuers',
    document: goodsBack,
    items: [byItem(key, 1), byItem(keyOf({ taxId: '11444777000161' }), 1)],
    at: 'items[1].referencedItem.accessKey',
  },
  {
    of: 'a return with a wrong key',
    document: goodsBack,
    item: byItem(wrongDigit(key), 1),
    at: 'items[0].referencedItem.accessKey',
  },
  {
    of: 'a return of a CT-e',
    document: goodsBack,
    item: byItem(keyOf({ model: '57' }), 1),
    at: 'items[0].referencedItem.accessKey',
  },
  {
    of: 'a return that names another note besides',
    document: { ...goodsBack, referencedDocuments: [key, anotherKey] },
    item: byItem(key, 1),
    at: 'referencedDocuments[1]',
  },
];

test.each(refusals)('$of is refused, and the field named', ({ document, item, items, at }) => {
  const payload = saleOf((items ?? [item ?? {}]).map(adjustedLine), document);
  expect(refusalOf(() => checkPayload(payload))).toMatchObject({ code: 'validation_error', paths: [at] });
});

test.each<{ of: string; document: AdjustmentSale; items: Partial<ItemInput>[] }>([
  {
    of: 'two whole notes',
    document: { rtcDebitType: '03' },
    items: [key, anotherKey].map((of) => ({ ...adjusted, ...byItem(of) })),
  },
  { of: 'two items of a note', document: { rtcDebitType: '04' }, items: [byItem(key, 1), byItem(key, 990)] },
  {
    of: 'an NFC-e whose goods were refused',
    document: { rtcCreditType: '03', referencedAccessKey: keyOf({ model: '65' }) },
    items: [{}],
  },
  { of: 'the note of a transfer', document: { ...transfer, referencedAccessKey: key }, items: [adjusted] },
  { of: 'the item of a transfer', document: transfer, items: [{ ...adjusted, ...byItem(key, 1) }] },
  { of: 'items of two notes that come back', document: goodsBack, items: [byItem(key, 1), byItem(anotherKey, 1)] },
  {
    of: 'the note of a return once more',
    document: { ...goodsBack, referencedDocuments: [key] },
    items: [byItem(key, 1)],
  },
])('$of may be named', ({ document, items }) => {
  expect(() => checkPayload(saleOf(items.map(adjustedLine), document))).not.toThrow();
});

function wrongDigit(accessKey: string): string {
  return accessKey.slice(0, 43) + String((Number(accessKey.at(-1)) + 1) % 10);
}
