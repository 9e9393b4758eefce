import { expect, test } from 'vitest';
import { lawTables, shippedLawTables } from '../../../../domain/taxation/law-tables.ts';
import { expiryNotice, expiryOf } from '../../../../domain/taxation/rates/ibs-cbs.ts';

const year = { state: '0.05', municipal: '0.05' };

test('the CBS of 2027 is missing from 45 days before, and nothing is reported a day earlier', () => {
  expect(expiryOf(shippedLawTables, '2026-11-17')).toEqual({ from: '2027-01-01', days: 45, misses: 'CBS' });
  expect(expiryNotice(expiryOf(shippedLawTables, '2026-11-16'))).toBeNull();
  expect(expiryNotice(expiryOf(shippedLawTables, '2026-11-17'))).toContain('em 45 dia(s), falta a alíquota da CBS');
  expect(expiryNotice(expiryOf(shippedLawTables, '2027-01-01'))).toContain('hoje falta a alíquota da CBS');
});

test('periods that follow each other without a gap last together; behind them all rates are missing', () => {
  const periods = [
    { ...year, from: '2026-01-01', until: '2026-12-31', cbs: '0.9' },
    { ...year, from: '2027-01-01', until: '2028-12-31', cbs: '8.7' },
  ];
  const rates = lawTables({ ibsCbs: { source: 'x', periods } });
  expect(expiryOf(rates, '2026-12-31')).toEqual({ from: '2029-01-01', days: 732, misses: 'IBS_CBS' });
});
