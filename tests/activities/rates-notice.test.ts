import { expect, test } from 'vitest';
import { ratesNotice } from '../../activities/notices.ts';
import { lawTables, shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';

const known = lawTables({
  ibsCbs: {
    source: 'x',
    periods: [{ from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
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

test('nothing is reported where the rates are known', () => {
  expect(linesAt(['2026-12-31T12:00Z', '2027-01-01T12:00Z'], known)).toEqual([]);
  expect(noticesAt(['2026-12-31T12:00Z', '2027-01-01T12:00Z'], known)).toEqual([null, null]);
});

test('every run of the reconciliation has the notice, in words, however often it looks on a day', () => {
  const words = 'a partir de 2027-01-01, em 44 dia(s), falta a alíquota da CBS';
  expect(noticesAt(['2026-11-16T12:00Z', '2026-11-18T12:00Z', '2026-11-18T12:01Z'])).toEqual([
    null,
    expect.stringContaining(words),
    expect.stringContaining(words),
  ]);
});

/** The lines that reconciliation logs when it runs at these instants. */
function linesAt(instants: string[], rates = shippedLawTables): Record<string, unknown>[] {
  return looksAt(instants, rates).logs;
}

/** The notices that reconciliation returns at these instants. */
function noticesAt(instants: string[], rates = shippedLawTables): (string | null)[] {
  return looksAt(instants, rates).notices;
}

function looksAt(instants: string[], rates: typeof shippedLawTables) {
  const logs: Record<string, unknown>[] = [];
  let now = new Date(0);
  const look = ratesNotice({ rates, logger: collectingLogger(logs), now: () => now });
  const notices = instants.map((instant) => {
    now = new Date(instant);
    return look();
  });
  return { logs, notices };
}
