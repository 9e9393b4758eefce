import { expect, test } from 'vitest';
import fc from 'fast-check';
import { decimal, money, share, sum } from '../../domain/money.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => decimal(String(value)).div(100));

test('shares add up to what was shared, to the cent, and each is within a cent of its due', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 40 }), (amount, weights) => {
      const shares = share(amount, weights);
      expect(money(sum(shares))).toBe(money(amount));
      const whole = sum(weights);
      if (whole.isZero()) return;
      for (const [index, part] of shares.entries()) {
        const due = amount.times(weights[index] ?? 0).div(whole);
        expect(part.minus(due).abs().lt('0.01')).toBe(true);
      }
    }),
  );
});

test('no share is more than its line while the amount is not more than all lines', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 100 }), (weights, part) => {
      const amount = sum(weights).times(part).div(100).toDecimalPlaces(2, 1);
      for (const [index, value] of share(amount, weights).entries()) {
        expect(value.lte(weights[index] ?? 0)).toBe(true);
      }
    }),
  );
});

test('the cents left over go to the largest remainders, earlier lines first', () => {
  expect(share(decimal('100.00'), ['1', '1', '1'].map(decimal)).map(money)).toEqual(['33.34', '33.33', '33.33']);
  expect(share(decimal('0.02'), ['1', '5', '3'].map(decimal)).map(money)).toEqual(['0.00', '0.01', '0.01']);
});

test('lines worth nothing share alike', () => {
  expect(share(decimal('0.03'), ['0', '0'].map(decimal)).map(money)).toEqual(['0.02', '0.01']);
});
