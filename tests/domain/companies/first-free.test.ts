import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstFree } from '../../../domain/companies/number-series.entity.ts';

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 9 }))
  .map(([first, length]) => ({ first, last: first + length }));
const inside = (number: number, { first, last }: { first: number; last: number }) => first <= number && number <= last;

test('a draw never gives a number inside a range, and passes over no free one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.array(range, { maxLength: 12 }), (next, ranges) => {
      const drawn = firstFree(next, ranges);
      expect(ranges.some((each) => inside(drawn, each))).toBe(false);
      for (let passed = next; passed < drawn; passed += 1) {
        expect(ranges.some((each) => inside(passed, each))).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('ranges that touch and overlap, in any order, are passed in one go', () => {
  const ranges = [
    { first: 8, last: 9 },
    { first: 3, last: 5 },
    { first: 5, last: 7 },
  ];
  expect(firstFree(2, ranges)).toBe(2);
  expect(firstFree(3, ranges)).toBe(10);
});
