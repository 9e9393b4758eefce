import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payloadFaults } from '../../../../domain/documents/check/payload.ts';
import { linesOf } from '../../../../domain/documents/compute/lines.ts';
import { valueBeforeTaxesOf } from '../../../../domain/documents/compute/value-before-taxes.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { decimal, money, sum } from '../../../../domain/money.ts';
import { compute, issuerOf, item, saleOf } from '../sale.ts';

type Name = 'freight' | 'insurance' | 'discount' | 'otherCosts';

/** The field of the whole document for each amount. */
const wholes: { name: Name; path: string; said: (value: string) => Partial<GoodsPayload> }[] = [
  { name: 'freight', path: 'transport.freightValue', said: (freightValue) => ({ transport: { freightValue } }) },
  { name: 'insurance', path: 'insurance', said: (insurance) => ({ insurance }) },
  { name: 'discount', path: 'discount', said: (discount) => ({ discount }) },
  { name: 'otherCosts', path: 'otherCosts', said: (otherCosts) => ({ otherCosts }) },
];

/** Amounts of lines that are worth 1000.00 each, at least one of them above zero. */
const amounts = fc
  .array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 8 })
  .filter((cents) => cents.some((amount) => amount > 0))
  .map((cents) => cents.map((amount) => (amount / 100).toFixed(2)));

const issuer = issuerOf('NORMAL', { taxDefaults: { icmsSituation: '00' } });
const noteOf = (payload: GoodsPayload) => compute({ issuer, payload });
const itemsWith = (name: Name, values: string[]) => values.map((value) => item({ [name]: value }));
const without = (values: string[]) => values.map(() => item());
const added = (values: string[]) => money(sum(values.map(decimal)));

test.each(wholes)('$name of the items, said again of the whole document, is the same amount', ({ name, said }) => {
  fc.assert(
    fc.property(amounts, (values) => {
      const alone = saleOf(itemsWith(name, values));
      const twice = saleOf(itemsWith(name, values), said(added(values)));
      expect(linesOf(twice)).toEqual(linesOf(alone));
      expect(valueBeforeTaxesOf(twice)).toBe(valueBeforeTaxesOf(alone));
      expect(payloadFaults(twice)).toEqual([]);
    }),
  );
});

test.each(wholes)(
  '$name of the whole document alone is shared over the items, and counts as much',
  ({ name, said }) => {
    fc.assert(
      fc.property(amounts, (values) => {
        const whole = saleOf(without(values), said(added(values)));
        expect(money(sum(linesOf(whole).map((line) => line[name])))).toBe(added(values));
        expect(valueBeforeTaxesOf(whole)).toBe(valueBeforeTaxesOf(saleOf(itemsWith(name, values))));
        expect(payloadFaults(whole)).toEqual([]);
      }),
    );
  },
);

test.each(wholes)('$name that differs between items and document is refused where the document says it', (whole) => {
  const cents = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(amounts, cents, (values, more) => {
      const other = money(sum(values.map(decimal)).plus(decimal(String(more)).div(100)));
      const faults = payloadFaults(saleOf(itemsWith(whole.name, values), whole.said(other)));
      expect(faults).toMatchObject([{ code: 'validation_error', path: whole.path }]);
      expect(faults[0]?.message).toContain(added(values));
    }),
  );
});

test.each(wholes)(
  '$name gives the same note wherever it is said, and half of it on either side gives none',
  (whole) => {
    const { name, said } = whole;
    fc.assert(
      fc.property(amounts, (values) => {
        const onItems = itemsWith(name, values);
        const alone = noteOf(saleOf(onItems));
        expect(noteOf(saleOf(onItems, said(added(values))))).toEqual(alone);
        const shared = noteOf(saleOf(without(values), said(added(values))));
        expect(shared.totals[name]).toBe(alone.totals[name]);
        expect(shared.totals.note).toBe(alone.totals.note);
        // The items could have had the shared amounts themselves.
        const parts = shared.items.map((line) => line[name] ?? '0');
        expect(noteOf(saleOf(itemsWith(name, parts)))).toEqual(shared);
      }),
      { numRuns: 25 },
    );
    const five = saleOf([item({ [name]: '5' }), item()], said('5'));
    expect(noteOf(five).totals[name]).toBe('5.00');
    const ten = saleOf([item({ [name]: '5' }), item({ [name]: '5' })], said('5'));
    expect(payloadFaults(ten)).toMatchObject([{ code: 'validation_error', path: whole.path }]);
  },
);

test.each(wholes)('a $name of zero says nothing, on either side', ({ name, said }) => {
  for (const zero of ['0', '0.00']) {
    const bySale = saleOf(itemsWith(name, ['5.00', '7.00']), said(zero));
    expect(payloadFaults(bySale)).toEqual([]);
    expect(linesOf(bySale).map((line) => money(line[name]))).toEqual(['5.00', '7.00']);
    const byItems = saleOf(itemsWith(name, [zero, zero]), said('12.00'));
    expect(payloadFaults(byItems)).toEqual([]);
    expect(linesOf(byItems).map((line) => money(line[name]))).toEqual(['6.00', '6.00']);
  }
});

test.each(wholes)('$name of goods that are worth nothing does not fall on a service', ({ name, said }) => {
  const free = item({ unitValue: '0' });
  const issqn = { serviceCode: '14.01', municipalityCode: '3550308', rate: '5' };
  const items = [free, item({ unitValue: name === 'freight' || name === 'insurance' ? '100' : '0', issqn }), free];
  const parts = linesOf(saleOf(items, said('10.00'))).map((line) => money(line[name]));
  expect(parts).toEqual(['5.00', '0.00', '5.00']);
});
