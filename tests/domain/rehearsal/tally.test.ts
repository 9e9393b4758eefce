import { expect, test } from 'vitest';
import { RehearsalTally } from '../../../domain/rehearsal/tally.ts';
import { about, figures, finding, rehearsed } from './rehearsed.ts';

test('sales are counted by what becomes of them, and added up where both days are known', () => {
  const tally = new RehearsalTally();
  tally.add(rehearsed());
  tally.add(rehearsed());
  tally.add(rehearsed({ fate: 'REFUSED_HERE', now: null, findings: [finding()] }));
  const { total, fates, compared, figures: sums } = tally.report(about);
  expect({ total, fates, compared }).toEqual({
    total: 3,
    fates: { FIT: 2, REFUSED_HERE: 1, REFUSED_BY_AUTHORITY: 0, NOT_JUDGED: 0 },
    compared: 2,
  });
  expect(sums).toEqual([
    { kind: 'price', then: '300.00', now: '300.00' },
    { kind: 'total', then: '300.00', now: '300.00' },
    { kind: 'pis', then: '4.06', now: '0.00' },
    { kind: 'cbs', then: '2.00', now: '21.66' },
  ]);
});

test('refusals of one kind are one row, whatever item and value they name, and a sale counts once in it', () => {
  const tally = new RehearsalTally();
  const of = (path: string, message: string) => finding({ path, message });
  const both = [of('items[0].cfop', 'O CFOP 5102 não serve.'), of('items[1].cfop', 'O CFOP 6.102 não serve.')];
  tally.add(rehearsed({ findings: both }));
  tally.add(rehearsed({ findings: [of('items[4].cfop', 'O CFOP 5405 não serve.'), of('items[4].ncm', 'Falta.')] }));
  const { refusals, warnings } = tally.report(about);
  expect(refusals.map(({ path, sales, count }) => [path, sales, count])).toEqual([
    ['items[].cfop', 2, 3],
    ['items[].ncm', 1, 1],
  ]);
  expect(refusals[0]?.examples).toHaveLength(2);
  expect(warnings).toEqual([]);
});

test('each product has what it lacks; what sales are only warned of is told apart, and of no product', () => {
  const tally = new RehearsalTally();
  const sugar = { code: 'ACUCAR', description: 'Açúcar' };
  tally.add(rehearsed({ findings: [finding(), finding(), finding({ item: sugar }), finding({ item: null })] }));
  tally.add(rehearsed({ findings: [finding({ by: 'WARNING', item: sugar, message: 'Confira.' })] }));
  const { products, warnings } = tally.report(about);
  expect(products.map(({ code, findings }) => [code, findings.map(({ count }) => count)])).toEqual([
    ['CAFE', [2]],
    ['ACUCAR', [1]],
  ]);
  expect(warnings.map(({ message }) => message)).toEqual(['Confira.']);
});

test('a tally is bounded, and says how much it left out', () => {
  const tally = new RehearsalTally();
  for (let at = 0; at < 2100; at += 1) {
    const item = { code: `P${at}`, description: '' };
    tally.add(rehearsed({ findings: [finding({ item, path: `items[0].${'x'.repeat(at % 400)}`, message: '' })] }));
  }
  const { refusals, products, leftOut, total } = tally.report(about);
  expect([total, refusals.length, products.length]).toEqual([2100, 300, 2000]);
  expect(leftOut.products).toBe(100);
  expect(leftOut.findings).toBeGreaterThan(0);
});

test('an amount that only one of the days has counts as nothing on the other', () => {
  const tally = new RehearsalTally();
  tally.add(rehearsed({ then: figures({ pis: '5.00' }), now: figures({}) }));
  expect(tally.report(about).figures).toEqual([{ kind: 'pis', then: '5.00', now: '0.00' }]);
});
