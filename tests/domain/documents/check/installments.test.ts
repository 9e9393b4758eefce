import { expect, test } from 'vitest';
import { compute, item, refusalOf, saleOf } from '../sale.ts';

test('an installment may not be due before the day of issue', () => {
  const duplicates = [{ dueDate: '2026-11-20', value: '1000.00' }];
  const refusal = refusalOf(() => compute({ payload: saleOf([item({ icmsSituation: '40' })], { duplicates }) }));
  expect(refusal.paths).toEqual(['duplicates[0].dueDate']);
});

test.each(['2', '002', 'A-1', ' '])(
  'the first installment is 001 or without number, not %j, which is 852',
  (number) => {
    const due = { dueDate: '2026-12-21', value: '500.00' };
    const duplicates = [
      { ...due, number },
      { ...due, number: '002' },
    ];
    const refusal = refusalOf(() => compute({ payload: saleOf([item({ icmsSituation: '40' })], { duplicates }) }));
    expect(refusal).toMatchObject({ code: 'validation_error', paths: ['duplicates[0].number'] });
    expect(refusal.message).toContain('001');
  },
);
