import { expect, test } from 'vitest';
import { rehearsalTables } from '../../../domain/rehearsal/rates.ts';
import { lawTables, shippedLawTables } from '../../../domain/taxation/law-tables.ts';

const [lastOf2026, firstOf2027] = ['2026-12-31', '2027-01-01'];

test('a published rate is used as it is, whatever the day before', () => {
  expect(rehearsalTables(shippedLawTables, lastOf2026, undefined)).toEqual({
    tables: shippedLawTables,
    cbs: { kind: 'IN_FORCE', rate: '0.9' },
  });
});

test('where no rate of CBS is published the last one stands in for it, and the rehearsal says that it is unknown', () => {
  const { tables, cbs } = rehearsalTables(shippedLawTables, firstOf2027, undefined);
  expect(cbs).toEqual({ kind: 'UNKNOWN', standIn: '0.9' });
  expect(rateOn(tables, firstOf2027)).toBe('0.9');
  expect(rateOn(shippedLawTables, firstOf2027)).toBeUndefined();
});

test('an assumed rate takes the place of any, for the rehearsal alone', () => {
  for (const day of [lastOf2026, firstOf2027]) {
    const { tables, cbs } = rehearsalTables(shippedLawTables, day, '8.8');
    expect([cbs, rateOn(tables, day)]).toEqual([{ kind: 'ASSUMED', rate: '8.8' }, '8.8']);
  }
  expect(rateOn(shippedLawTables, lastOf2026)).toBe('0.9');
});

test('a day that no period has is rehearsed with what there is', () => {
  const day = '2999-01-01';
  expect(rehearsalTables(shippedLawTables, day, '8.8').cbs).toEqual({ kind: 'NO_PERIOD' });
  expect(rehearsalTables(lawTables({}), day, undefined).tables).toEqual(lawTables({}));
});

function rateOn({ ibsCbs: { periods } }: typeof shippedLawTables, day: string): string | undefined {
  return periods.find(({ from, until }) => from <= day && day <= until)?.cbs?.toFixed();
}
