import { expect, test } from 'vitest';
import { placesLeft, quotaMonth, refuseExhausted } from '../../../domain/companies/quota.ts';

test.each([
  ['2026-11-30T23:59:59.999-03:00', '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z'],
  ['2026-12-01T00:00:00.000-03:00', '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ['2026-12-01T02:59:59.999Z', '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01T03:00:00.000Z', '2028-03-01T03:00:00.000Z'],
])('%s belongs to the month from %s until before %s', (instant, start, next) => {
  const month = quotaMonth(new Date(instant));
  expect([month.start.toISOString(), month.next.toISOString()]).toEqual([start, next]);
});

test('what is under way takes places as what is authorized does, and a limit below both leaves none', () => {
  const resetsAt = new Date('2026-12-01T03:00:00Z');
  const left = (limit: number, authorized: number, underWay: number) =>
    placesLeft({ limit, authorized, underWay, resetsAt });
  expect([left(10, 6, 3), left(10, 7, 3), left(5, 7, 3), left(0, 0, 0)]).toEqual([1, 0, 0, 0]);
  expect(() => refuseExhausted({ limit: 10, authorized: 6, underWay: 3, resetsAt })).not.toThrow();
  expect(() => refuseExhausted({ limit: 10, authorized: 7, underWay: 3, resetsAt })).toThrow(
    'A cota de documentos do mês está esgotada (limite 10, autorizados 7, em andamento 3). Ela recomeça em 01/12/2026, à meia-noite de Brasília.',
  );
});
