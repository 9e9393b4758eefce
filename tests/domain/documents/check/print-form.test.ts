import { expect, test } from 'vitest';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { compute, item, personIn, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const line = item({ icmsSituation: '00', icmsRate: '18', icmsOrigin: '0' });
const coupon = (fields: Partial<GoodsPayload> = {}) => saleOf([line], { printedAs: 'COUPON', ...fields });

test('an NF-e in a coupon is an internal sale to a final consumer, at the counter unless it says otherwise', () => {
  for (const client of [taxpayerIn('SP'), personIn('BA')]) {
    const note = compute({ payload: coupon(), client });
    expect(note).toMatchObject({ printedAs: 'COUPON', destination: '1', finalConsumer: true, presence: '1' });
  }
  expect(compute({ payload: coupon({ presence: '4' }), client: personIn('SP') }).presence).toBe('4');
});

const key = '35261111222333000181550010000012341123456780';

test.each<[string, Partial<GoodsPayload>, string]>([
  ['706', { operationType: 'IN' }, 'operationType'],
  ['715', { purpose: 'ADJUSTMENT' }, 'purpose'],
  ['716', { finalConsumer: false }, 'finalConsumer'],
  ['717', { presence: '3' }, 'presence'],
  ['864', { presence: '5' }, 'presence'],
  ['705', { movementDateTime: '2026-11-21T18:00:00-03:00' }, 'movementDateTime'],
  ['708', { referencedDocuments: [key] }, 'referencedDocuments'],
  ['753', { transport: { freightType: 'SENDER' } }, 'transport.freightType'],
  ['756', { transport: { vehiclePlate: 'ABC1D23', vehicleState: 'SP' } }, 'transport.vehiclePlate'],
  ['760', { duplicates: [{ dueDate: '2026-12-21', value: '1000.00' }] }, 'duplicates'],
  ['762', { purchaseOrder: { number: '1' } }, 'purchaseOrder'],
])('%s keeps it from being issued as %j', (cStat, fields, path) => {
  const { issues } = refusalOf(() => compute({ payload: coupon(fields) }));
  expect(issues).toContainEqual(expect.objectContaining({ path, message: expect.stringContaining(cStat) }));
});

test('725 and 742: its lines are those of an NFC-e', () => {
  const refused = (fields: Parameters<typeof item>[0]) =>
    refusalOf(() => compute({ payload: saleOf([{ ...line, ...fields }], { printedAs: 'COUPON' }) })).issues;
  expect(refused({ cfop: '5202' })).toEqual([expect.objectContaining({ message: expect.stringContaining('725') })]);
  expect(refused({ ipiSituation: '50', ipiRate: '5' })).toEqual([
    expect.objectContaining({ message: expect.stringContaining('IPI') }),
  ]);
});

test('780: it goes up to 200,000.00', () => {
  const payload = saleOf([{ ...line, unitValue: '20000.01' }], { printedAs: 'COUPON' });
  expect(refusalOf(() => compute({ payload })).paths).toEqual(['printedAs']);
});

test('a sticker is for final consumers, and an NFC-e says nothing of its paper', () => {
  expect(compute({ payload: saleOf([line], { printedAs: 'LABEL' }), client: personIn('SP') }).printedAs).toBe('LABEL');
  const toTaxpayer = saleOf([line], { printedAs: 'LABEL' });
  expect(refusalOf(() => compute({ payload: toTaxpayer, client: taxpayerIn('SP') })).paths).toEqual(['printedAs']);
  const payments = [{ method: 'CASH' as const, value: '1000.00' }];
  const nfce = saleOf([line], { type: 'NFCE', payments, printedAs: 'COUPON' });
  expect(refusalOf(() => compute({ payload: nfce })).paths).toEqual(['printedAs']);
});

test('679 and 375: from their day on an outgoing NF-e refers to no note of a consumer', () => {
  const of = (fields: Partial<GoodsPayload>, on: string) =>
    compute({ payload: saleOf([line], fields), on: new Date(on) });
  const nfce = '35261111222333000181650010000012341123456783';
  expect(() => of({ referencedDocuments: [key] }, '2026-12-20T15:00:00Z')).not.toThrow();
  expect(() => of({ referencedDocuments: [nfce] }, '2026-08-20T15:00:00Z')).not.toThrow();
  const { issues } = refusalOf(() => of({ referencedDocuments: [nfce] }, '2026-12-20T15:00:00Z'));
  expect(issues).toEqual([
    expect.objectContaining({ path: 'referencedDocuments[0]', message: expect.stringContaining('679') }),
  ]);
});
