import { expect, test } from 'vitest';
import type { GoodsPayload, ServicePayload } from '../../../domain/documents/payload.ts';
import { saleOnDay, withUnlimitedPayment, paidInFull } from '../../../domain/rehearsal/moved-sale.ts';

const days = { from: '2026-12-30', to: '2027-01-04' };
const goods: GoodsPayload = { type: 'NFE', operationNature: 'Venda', items: [] };
const service: ServicePayload = { type: 'NFSE', operationNature: '', items: [] };

test('installments fall due as many days after the sale as they did', () => {
  const duplicates = [
    { dueDate: '2027-01-29', value: '50.00' },
    { dueDate: '2027-02-28', value: '50.00' },
  ];
  const { duplicates: moved } = saleOnDay({ ...goods, duplicates }, days) as GoodsPayload;
  expect(moved?.map(({ dueDate }) => dueDate)).toEqual(['2027-02-03', '2027-03-05']);
  expect(saleOnDay(goods, days)).toEqual(goods);
});

test('a service is rendered on the day, and replaces none', () => {
  const replaces = { documentId: 'x', accessKey: '1', reason: '01' } as unknown as NonNullable<
    ServicePayload['replaces']
  >;
  expect(saleOnDay({ ...service, service: { competence: '2026-12-01' }, replaces }, days)).toEqual({
    ...service,
    service: { competence: '2027-01-04' },
  });
  expect(saleOnDay(service, days)).toEqual(service);
});

test('a sale that amounts to something else is paid so: the largest payment and the last installment bear the difference', () => {
  const payments = [
    { method: 'PIX' as const, value: '40.00' },
    { method: 'CASH' as const, value: '60.00' },
  ];
  const duplicates = [
    { dueDate: '2027-01-29', value: '50.00' },
    { dueDate: '2027-02-28', value: '50.00' },
  ];
  const paid = paidInFull({ ...goods, payments, duplicates }, { from: '100.00', to: '90.91' });
  expect(paid.payments?.map(({ value }) => value)).toEqual(['40.00', '50.91']);
  expect(paid.duplicates?.map(({ value }) => value)).toEqual(['50.00', '40.91']);
  expect(paidInFull(goods, { from: '1.00', to: '2.00' })).toEqual(goods);
  expect(withUnlimitedPayment({ ...goods, payments, duplicates })).toEqual({
    ...goods,
    payments: null,
    duplicates: null,
  });
  expect(withUnlimitedPayment({ ...goods, type: 'NFCE' }).payments).toMatchObject([{ method: 'CASH' }]);
});
