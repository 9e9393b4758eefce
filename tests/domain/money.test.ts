import { expect, test } from 'vitest';
import fc from 'fast-check';
import { addedMoney, decimal, money, percentOf, round2, sum } from '../../domain/money.ts';

test.each([
  ['0.005', '0.01'],
  ['1.015', '1.02'],
  ['1.0149999999', '1.01'],
  ['9999999999999.985', '9999999999999.99'],
])('%s is rounded half-up to %s', (text, cents) => {
  expect(money(round2(decimal(text)))).toBe(cents);
});

test('the largest quantity by the largest unit value keeps every digit until it is rounded', () => {
  const product = decimal('99999999999.9999').times(decimal('99999999999.9999999999'));
  expect(product.toFixed()).toBe('9999999999999989999990.00000000000001');
});

test('a sum of cents is exact whatever its length and order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 })), (cents) => {
      const values = cents.map((value) => decimal(String(value)).div(100));
      const expected = cents.reduce((total, value) => total + value, 0);
      expect(sum(values).times(100).toNumber()).toBe(expected);
    }),
  );
});

test('printed amounts add up to the cent beyond what a float can hold, less what is taken off', () => {
  const anyCents = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
  const printed = (cents: bigint) => money(decimal(String(cents)).div(100));
  fc.assert(
    fc.property(fc.array(fc.option(anyCents), { maxLength: 990 }), anyCents, (cents, taken) => {
      const expected = cents.reduce<bigint>((total, value) => total + (value ?? 0n), -taken);
      expect(
        addedMoney(
          cents.map((value) => (value === null ? null : printed(value))),
          printed(taken),
        ),
      ).toBe(printed(expected));
    }),
  );
  expect(addedMoney([null, undefined])).toBe('0.00');
});

test('a percentage is of the cents, and what is absent is zero', () => {
  expect(money(percentOf(decimal('666.70'), decimal('18')))).toBe('120.01');
  expect(money(decimal(null))).toBe('0.00');
});
