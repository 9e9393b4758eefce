import { expect, test } from '@jest/globals';
import { ratesNotice } from '../../activities/rates-notice.ts';
import { rateTables, shippedRates } from '../../domain/taxation/rate-tables.ts';
import { remembering } from '../support/remembering.ts';

const known = rateTables({
  ibsCbs: {
    source: 'x',
    periods: [
      { from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7', addsToTotal: true },
    ],
  },
});

test('once a day, and only near the end, a line tells which rates will be missing', () => {
  expect(linesAt(['2026-11-16T12:00Z', '2026-11-17T12:00Z', '2026-11-17T18:00Z', '2026-11-18T12:00Z'])).toMatchObject([
    { level: 'warn', from: '2027-01-01', days: 45, misses: 'CBS' },
    { days: 44 },
  ]);
  expect(linesAt(['2027-01-01T12:00Z', '2027-01-01T12:01Z'])).toMatchObject([{ days: 0 }]);
});

test('the day is that of Brasília', () => {
  expect(linesAt(['2026-11-17T02:59Z'])).toEqual([]);
  expect(linesAt(['2026-11-17T03:00Z'])).toHaveLength(1);
});

test('nothing is told where the rates are known', () => {
  expect(linesAt(['2026-12-31T12:00Z', '2027-01-01T12:00Z'], known)).toEqual([]);
});

/** What is logged when the reconciliation looks at these instants. */
function linesAt(instants: string[], rates = shippedRates): Record<string, unknown>[] {
  const logs: Record<string, unknown>[] = [];
  let now = new Date(0);
  const look = ratesNotice({ rates, logger: remembering(logs), now: () => now });
  for (const instant of instants) {
    now = new Date(instant);
    look();
  }
  return logs;
}
