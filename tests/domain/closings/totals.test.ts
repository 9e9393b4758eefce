import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { DocumentFacts } from '../../../domain/closings/facts.ts';
import { closingTotals } from '../../../domain/closings/totals.ts';
import { centsOf, moneyOfCents } from '../../../domain/money.ts';
import { randomFacts } from './documents.ts';

const october = { year: 2026, month: 10 };
const added = (amounts: (string | undefined)[]) => moneyOfCents(amounts.reduce((sum, one) => sum + centsOf(one), 0n));

function totalsOf(documents: DocumentFacts[]) {
  const { add, totals } = closingTotals(october);
  documents.forEach(add);
  return totals();
}

const randomMonth = fc.array(randomFacts, { maxLength: 8 });

test('every sum of a month is the value of its authorized documents', () => {
  fc.assert(
    fc.property(randomMonth, (documents) => {
      const totals = totalsOf(documents);
      const authorized = documents.filter(({ status }) => status === 'AUTHORIZED');
      const cancelled = documents.filter(({ status }) => status === 'CANCELLED');
      const value = added(authorized.map(({ totalValue }) => totalValue));
      expect(totals.authorized).toEqual({ count: authorized.length, totalValue: value });
      expect(totals.cancelled).toEqual({
        count: cancelled.length,
        totalValue: added(cancelled.map(({ totalValue }) => totalValue)),
      });
      expect(added(totals.byType.map(({ totalValue }) => totalValue))).toBe(value);
      expect(added(totals.byDay.map(({ totalValue }) => totalValue))).toBe(value);
      const services = added(totals.byService.map(({ operationValue }) => operationValue));
      const goods = added(totals.byCfop.map(({ operationValue }) => operationValue));
      expect(added([services, goods])).toBe(value);
      // Every note of a random sale has ICMS.
      expect(added(totals.byCst.map(({ operationValue }) => operationValue))).toBe(goods);
      expect(totals.byDay.reduce((sum, { count }) => sum + count, 0)).toBe(authorized.length);
    }),
    { numRuns: 60 },
  );
});

test('each tax is the sum of what the documents say, and of the tables that tell it by its codes', () => {
  fc.assert(
    fc.property(randomMonth, (documents) => {
      const { taxes, byCfop, byPisCst, byCofinsCst, byIbsCbsCst, byService } = totalsOf(documents);
      const of = (kind: keyof typeof taxes) => taxes[kind] ?? '0.00';
      for (const kind of ['icms', 'pis', 'cofins', 'ipi', 'iss', 'issWithheld', 'csllWithheld', 'cbs'] as const)
        expect(of(kind)).toBe(added(documents.map((document) => document.taxes[kind])));
      expect(of('icms')).toBe(added(byCfop.map(({ icms }) => icms)));
      expect(of('icmsSt')).toBe(added(byCfop.map(({ st }) => st)));
      expect(of('pis')).toBe(added(byPisCst.map(({ value }) => value)));
      expect(of('cofins')).toBe(added(byCofinsCst.map(({ value }) => value)));
      expect(of('ibs')).toBe(added(byIbsCbsCst.map(({ ibs }) => ibs)));
      expect(of('cbs')).toBe(added(byIbsCbsCst.map(({ cbs }) => cbs)));
      expect(of('iss')).toBe(added(byService.map(({ iss }) => iss)));
    }),
    { numRuns: 60 },
  );
});

test('the order in which documents come changes nothing, and a month added in halves is the same', () => {
  const shuffled = randomMonth.chain((documents) =>
    fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length })),
  );
  fc.assert(
    fc.property(shuffled, ([documents, others]) => {
      expect(JSON.stringify(totalsOf(others))).toBe(JSON.stringify(totalsOf(documents)));
    }),
    { numRuns: 40 },
  );
});

test('a month of nothing has all its days', () => {
  const totals = totalsOf([]);
  expect(totals.byDay).toHaveLength(31);
  expect(totals.byDay.at(-1)).toEqual({ day: 31, count: 0, totalValue: '0.00' });
  expect(totals).toMatchObject({ authorized: { count: 0, totalValue: '0.00' }, byType: [], byCfop: [], taxes: {} });
  expect(closingTotals({ year: 2028, month: 2 }).totals().byDay).toHaveLength(29);
});

test('sums are exact beyond what a float can hold', () => {
  const [facts] = fc.sample(randomFacts, { numRuns: 1, seed: 7 });
  const { add, totals } = closingTotals(october);
  for (let count = 0; count < 200; count += 1) {
    add({ ...facts!, status: 'AUTHORIZED', totalValue: '9999999999999.99', taxes: { icms: '9999999999999.99' } });
  }
  expect(totals()).toMatchObject({
    authorized: { count: 200, totalValue: '1999999999999998.00' },
    taxes: { icms: '1999999999999998.00' },
  });
});
