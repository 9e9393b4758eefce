import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoteInput } from '../../../../domain/documents/compute/operation.ts';
import type { ComputedItem, ComputedNote } from '../../../../domain/documents/computed-note.ts';
import { checkGoods } from '../../../../domain/documents/compute/check-sale.ts';
import { computeNote } from '../../../../domain/documents/compute/note.ts';
import { itemTotal } from '../../../../domain/documents/compute/totals.ts';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { addedMoney, decimal, money } from '../../../../domain/money.ts';
import { lawTables, shippedLawTables } from '../../../../domain/taxation/law-tables.ts';
import { type PriceContentByDay, priceContents } from '../../../../domain/taxation/price.ts';
import { randomSale } from '../../../support/samples/random-sale.ts';
import { compute, issuerOf, item, personIn, saleOf } from '../sale.ts';

const ratesOf = (cbs: string) =>
  lawTables({
    ibsCbs: {
      source: 'a rate that the Senate might set',
      periods: [{ from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs }],
    },
  });
const rates = ratesOf('8.7');
const lastDay = new Date('2027-01-01T02:59:59Z');
const firstDay = new Date('2027-01-01T03:00:00Z');
const inMarch = new Date('2027-03-01T12:00:00Z');

function lineOf(on: Date, fields: Partial<ItemInput>, priceIncludes: PriceContentByDay = {}): ComputedItem {
  const payload = saleOf([item({ icmsSituation: '00', icmsRate: '18', ...fields })]);
  const { items } = compute({
    issuer: issuerOf('NORMAL', { priceIncludes }),
    client: personIn('SP'),
    payload,
    on,
    rates,
  });
  return items[0]!;
}

test('a price without IBS and CBS gets both, to the cent, with the ICMS on the whole', () => {
  const line = lineOf(firstDay, { priceIncludes: 'NET_OF_NEW_TAXES' });
  // V = 1000.00 ÷ (1 − 0.088 × 0.82 ÷ 1.088)
  expect(line).toMatchObject({
    total: '1071.03',
    unitValue: '107.103',
    netPrice: { by: 'ITEM', unitValue: '100.00', total: '1000.00' },
    icms: { base: '1071.03', value: '192.79' },
    ibsCbs: { amounts: { base: '807.21', ibsValue: '0.80', cbsValue: '70.23' }, itemTotal: '1071.03' },
  });
});

const net = { '2027-01-01': 'NET_OF_NEW_TAXES' } as const;

test.each<[string, Date, Partial<ItemInput>, PriceContentByDay, string, string | undefined]>([
  ['of 2026, which no price contains', lastDay, { priceIncludes: 'NET_OF_NEW_TAXES' }, net, '1000.00', undefined],
  ['by the company, on its first day', firstDay, {}, net, '1071.03', 'COMPANY'],
  ['by the company, before its first day', firstDay, {}, { '2027-01-02': 'NET_OF_NEW_TAXES' }, '1000.00', undefined],
  ['that the item contradicts', firstDay, { priceIncludes: 'ALL_TAXES' }, net, '1000.00', undefined],
  ['that the company takes back', inMarch, {}, { ...net, '2027-03-01': 'ALL_TAXES' }, '1000.00', undefined],
  ['of a line without them', firstDay, { ibsCbsClassification: '410999' }, net, '1000.00', 'COMPANY'],
  ['of a line whose tax is deferred', firstDay, { ibsCbsClassification: '510001' }, net, '1000.00', 'COMPANY'],
])('new taxes %s', (_of, on, fields, company, total, by) => {
  const line = lineOf(on, fields, company);
  expect([line.total, line.netPrice?.by, line.unitValue]).toEqual([
    total,
    by,
    total === '1000.00' ? '100.00' : '107.103',
  ]);
});

/** A sale of goods (also by Simples) at any rate, whose price includes the taxes or not. */
const pricedSale = fc
  .record({
    sale: randomSale,
    company: fc.constantFrom<PriceContentByDay>({}, net, { '2027-01-01': 'ALL_TAXES' }),
    ofItems: fc.array(fc.constantFrom(null, ...priceContents), { minLength: 1, maxLength: 3 }),
    cbs: fc.integer({ min: 1, max: 300_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4)),
  })
  .map(({ sale, company, ofItems, cbs }): NoteInput & { rates: typeof rates } => ({
    ...sale,
    issuer: { ...sale.issuer, settings: { ...sale.issuer.settings, priceIncludes: company } },
    payload: {
      ...sale.payload,
      items: sale.payload.items.map((each, at) => ({ ...each, priceIncludes: ofItems[at % ofItems.length] ?? null })),
    },
    on: inMarch,
    rates: ratesOf(cbs),
  }));

test('whatever the price contains and the rates are, items add up to the note, which is what is paid', () => {
  fc.assert(
    fc.property(pricedSale, (sale) => {
      const note = computed(sale);
      fc.pre(note !== null);
      const { totals, items } = note;
      if (totals.ibsCbs) expect(totals.ibsCbs.noteTotal).toBe(totals.note);
      expect(addedMoney(items.map(itemTotal))).toBe(totals.note);
      for (const { netPrice, total, ibsCbs } of items) {
        if (netPrice)
          expect(total).toBe(addedMoney([netPrice.total, ibsCbs?.amounts?.ibsValue, ibsCbs?.amounts?.cbsValue]));
      }
      for (const { quantity, unitValue, total } of items) {
        expect(money(decimal(quantity).times(decimal(unitValue)))).toBe(total);
      }
      expect(paid(sale, totals.note)).toEqual([]);
      expect(paid(sale, money(decimal(totals.note).plus('0.01')))).toEqual(['payments']);
    }),
    { numRuns: 150 },
  );
});

function computed(sale: NoteInput): ComputedNote | null {
  try {
    return computeNote(sale);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The faults of the sale if it is paid with this amount. */
function paid(
  { payload, client, records = { template: null, items: [] }, ...sale }: NoteInput,
  value: string,
): string[] {
  if (decimal(value).isZero()) return [];
  const checked = checkGoods({
    rates: shippedLawTables,
    ...sale,
    recipient: { client, faults: [] },
    payload: { ...payload, duplicates: null, payments: [{ method: 'PIX', value }] },
    records,
    faults: [],
  });
  return checked.faults.map(({ path }) => path);
}
