import { expect, test } from 'vitest';
import { expectedTotal } from '../../../../domain/documents/compute/note.ts';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { compute, issuerOf, refusalOf, saleOf, taxpayerIn } from '../sale.ts';
import { adjustedLine, keyOf } from './adjustment-cases.ts';
import {
  type AdjustmentSale,
  byItem,
  credit,
  goodsBack,
  interest,
  key,
  least,
  lost,
  presumed,
  type Refused,
  transfer,
  untaxed,
} from './adjustment-sales.ts';

const inBahia = keyOf({ stateCode: '29' });
const ofAnother = keyOf({ taxId: '11444777000161' });

/** Faults that only issuer, recipient and time of issue show. */
const atIssue: (Refused & { code: string; on?: string })[] = [
  {
    of: 'the presumed credit of the zone before 2029',
    document: presumed,
    item: credit('1', '2028-11'),
    at: 'rtcCreditType',
    code: 'invalid_taxation',
    on: '2028-12-31T23:59:59-03:00',
  },
  {
    of: 'a presumed credit of a month to come',
    document: presumed,
    item: credit('1', '2029-02'),
    at: 'items[0].zfmPresumedCredit.period',
    code: 'validation_error',
    on: '2029-01-31T23:59:59-03:00',
  },
  {
    of: 'refused goods of another’s note',
    document: { rtcCreditType: '03', referencedAccessKey: ofAnother },
    at: 'referencedAccessKey',
    code: 'validation_error',
  },
  {
    of: 'a reduced price of another’s note',
    document: { rtcCreditType: '04', referencedAccessKey: ofAnother },
    at: 'referencedAccessKey',
    code: 'validation_error',
  },
  {
    of: 'a reduced price of a note of another state',
    document: { rtcCreditType: '04', referencedAccessKey: inBahia },
    at: 'referencedAccessKey',
    code: 'validation_error',
  },
  ...(['icmsSituation', 'icmsRate', 'fcpRate', 'ipiSituation', 'pisSituation', 'cofinsRate'] as const).map((field) => ({
    of: `${field} on interest`,
    document: interest,
    item: { [field]: '10' },
    at: `items[0].${field}`,
    code: 'invalid_taxation',
  })),
  {
    of: 'IPI on an advance',
    document: { rtcDebitType: '06' },
    item: { ipiSituation: '50' },
    at: 'items[0].ipiSituation',
    code: 'invalid_taxation',
  },
  {
    of: 'ICMS on an advance',
    document: { rtcDebitType: '06' },
    item: { icmsSituation: '00' },
    at: 'items[0].icmsSituation',
    code: 'invalid_taxation',
  },
  {
    of: 'PIS on an advance of 2027',
    document: { rtcDebitType: '06' },
    item: { pisSituation: '01' },
    at: 'items[0].pisSituation',
    code: 'invalid_taxation',
    on: '2027-01-01T00:00:00-03:00',
  },
  {
    of: 'goods that go back to who did not sell them',
    document: { purpose: 'RETURN' },
    item: byItem(key, 1),
    at: 'items[0].referencedItem.accessKey',
    code: 'validation_error',
  },
];

test.each(atIssue)(
  '$of is refused at creation already',
  ({ document, item, at, code, on = '2026-11-21T12:00:00-03:00' }) => {
    const payload = saleOf([adjustedLine({ unitValue: '1', ...item })], document);
    const draft = { issuer: issuerOf('NORMAL'), client: taxpayerIn('SP'), payload, on: new Date(on) };
    expect(refusalOf(() => expectedTotal(draft))).toMatchObject({ code, paths: [at] });
  },
);

test.each(atIssue)(
  '$of is refused at the preview and at emission',
  ({ document, item, at, on = '2026-11-21T12:00:00-03:00' }) => {
    const payload = saleOf([adjustedLine({ unitValue: '1', ...item })], document);
    expect(refusalOf(() => compute({ payload, on: new Date(on) })).paths).toContain(at);
  },
);

test('goods go back to who sold them, and come back from anybody', () => {
  const goods = { ...untaxed(), unitValue: '1' };
  const out = saleOf([adjustedLine({ ...goods, cfop: '5202', ...byItem(ofAnother, 1) })], { purpose: 'RETURN' });
  const back = saleOf([adjustedLine({ ...goods, cfop: '1202', ...byItem(key, 1) })], goodsBack);
  for (const payload of [out, back]) expect(compute({ payload }).items[0]?.referencedItem?.number).toBe(1);
});

test.each([
  ['a class of another kind', transfer, { adjustment: least, ibsCbsClassification: '800001' }, 'ibsCbsClassification'],
  ['a taxed class', transfer, { adjustment: least, ibsCbsClassification: '000001' }, 'ibsCbsClassification'],
  ['a situation of another class', transfer, { adjustment: least, ibsCbsSituation: '811' }, 'ibsCbsSituation'],
  ['a bound class on interest', interest, { ibsCbsClassification: '800001' }, 'ibsCbsClassification'],
  ['a bound class on a sale', {}, { ...untaxed(), ibsCbsClassification: '811003' }, 'ibsCbsClassification'],
  [
    'a class that reverses credit without a reversal',
    {},
    { ...untaxed(), ibsCbsClassification: '410026' },
    'creditReversal',
  ],
  ['a reversal on a class that has none', {}, { ...untaxed(), creditReversal: least }, 'creditReversal'],
  [
    'IPI without ICMS on lost goods',
    lost,
    { ncm: '61091000', creditReversal: least, ipiSituation: '53' },
    'icmsSituation',
  ],
  ['a CFOP of sales on a note of credit', interest, { cfop: '5102' }, 'cfop'],
] satisfies [string, AdjustmentSale, Partial<ItemInput>, string][])(
  '%s is refused when taxes are resolved',
  (_of, document, fields, field) => {
    const payload = saleOf([adjustedLine(fields)], document);
    expect(refusalOf(() => compute({ payload })).paths).toEqual([`items[0].${field}`]);
  },
);

test('the class of the kind may be said as it is', () => {
  const item = adjustedLine({ adjustment: least, ibsCbsSituation: '800', ibsCbsClassification: '800002' });
  expect(compute({ payload: saleOf([item], transfer) }).items[0]?.ibsCbs?.classification).toBe('800002');
});
