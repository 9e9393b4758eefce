import { expect, test } from 'vitest';
import fc from 'fast-check';
import { withNormalNumbers } from '../../../domain/documents/normal-numbers.ts';
import type { ItemInput } from '../../../domain/documents/payload.ts';
import { decimal } from '../../../domain/money.ts';
import { item, saleOf } from './sale.ts';

/** A number with at most so many decimal places, written in two ways. */
const written = (places: number, whole = 99) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: whole * 10 ** places }),
      fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 2 }),
    )
    .map(([digits, paddings]) => {
      const plain = decimal(String(digits))
        .div(10 ** places)
        .toFixed();
      const point = plain.includes('.') ? '' : '.';
      return paddings.map(
        ([before, after]) => '0'.repeat(before) + plain + (after > 0 ? point + '0'.repeat(after) : ''),
      );
    });

const fields: [name: keyof ItemInput, places: number][] = [
  ['quantity', 4],
  ['unitValue', 10],
  ['discount', 2],
  ['freight', 2],
  ['insurance', 2],
  ['otherCosts', 2],
  ['icmsRate', 4],
  ['icmsStMva', 4],
  ['icmsExemptedValue', 2],
  ['icmsStExemptedValue', 2],
  ['presumedCreditValue', 2],
  ['icmsStBase', 2],
  ['icmsStUnitPrice', 10],
  ['approximateTaxes', 2],
  ['taxQuantity', 4],
];

test.each(fields)('%s has one form for each value, and that form is its own', (name, places) => {
  fc.assert(
    fc.property(written(places), (texts) => {
      const forms = texts.map((text) => withNormalNumbers(saleOf([item({ [name]: text })])));
      for (const form of forms) {
        expect(form).toEqual(forms[0]);
        expect(withNormalNumbers(form)).toEqual(form);
        expect(decimal(form.items[0]?.[name] as string).equals(texts[0] ?? '')).toBe(true);
      }
    }),
  );
});

test('numbers have the form of their kind, everywhere in a sale, and codes stay as they are', () => {
  const amounts = { ibs: '007', cbs: '1.5' };
  const sale = saleOf(
    [
      item({
        ...{ code: '0001', quantity: '0001', unitValue: '0010.00', discount: '0', icmsRate: '07', cest: '0100100' },
        ...{ icmsSituation: '00', adjustment: { period: '2026-10', ...amounts }, creditReversal: amounts },
        zfmPresumedCredit: { period: '2026-10', type: '0', value: '1' },
        retainedSt: { base: '01', rate: '18', ownValue: null, value: '0.5', fcpBase: '1', fcpRate: '2', fcpValue: '1' },
        effectiveIcms: { rate: '018' },
      }),
    ],
    {
      ...{ discount: '01', insurance: '2.5', otherCosts: null, additionalInfo: '0010.00' },
      payments: [{ method: 'PIX', value: '010' }],
      duplicates: [{ number: '001', dueDate: '2026-12-01', value: '10.0' }],
      transport: { freightValue: '3', volumeGrossWeight: '01.5', volumeNetWeight: '1', volumeSpecies: '0001' },
    },
  );
  expect(withNormalNumbers(sale)).toEqual({
    ...sale,
    items: [
      {
        ...sale.items[0],
        ...{ quantity: '1', unitValue: '10.00', discount: '0.00', icmsRate: '7.0000' },
        adjustment: { period: '2026-10', ibs: '7.00', cbs: '1.50' },
        creditReversal: { ibs: '7.00', cbs: '1.50' },
        zfmPresumedCredit: { period: '2026-10', type: '0', value: '1.00' },
        retainedSt: {
          ...{ base: '1.00', rate: '18.0000', ownValue: null, value: '0.50' },
          ...{ fcpBase: '1.00', fcpRate: '2.0000', fcpValue: '1.00' },
        },
        effectiveIcms: { rate: '18.0000' },
      },
    ],
    ...{ discount: '1.00', insurance: '2.50' },
    payments: [{ method: 'PIX', value: '10.00' }],
    duplicates: [{ number: '001', dueDate: '2026-12-01', value: '10.00' }],
    transport: { freightValue: '3.00', volumeGrossWeight: '1.500', volumeNetWeight: '1.000', volumeSpecies: '0001' },
  });
});

test('what is no number of its form stays as it was sent, to be refused as such', () => {
  const texts = ['', 'x', '1e5', '-1', '1,5', '1.23456789012', '123456789012345678901'];
  for (const text of texts) {
    const sale = saleOf([item({ quantity: text, unitValue: text, discount: text, icmsRate: text })], {
      discount: text,
    });
    expect(withNormalNumbers(sale)).toEqual(sale);
  }
});
