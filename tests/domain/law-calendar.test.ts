import { expect, test } from 'vitest';
import { inForce, lawChanges, shippedCalendar } from '../../domain/law-calendar.ts';
import { hasContributions } from '../../domain/taxation/ended-taxes.ts';
import { lawTables } from '../../domain/taxation/law-tables.ts';

test.each([
  ['PRODUCTION', '2026-12-13', false],
  ['PRODUCTION', '2026-12-14', true],
  ['HOMOLOGATION', '2026-10-25', false],
  ['HOMOLOGATION', '2026-10-26', true],
] as const)('in %s a change that begins is in force on %s: %s', (environment, date, expected) => {
  expect(inForce('RETURNS_NAME_ITEMS', { environment, date })).toBe(expected);
});

test('what has no day is not in force', () => {
  expect(inForce('TAX_GROUP_OF_THE_REFORM', { environment: 'PRODUCTION', date: '2099-01-01' })).toBe(false);
});

test('every change says its law, and each day is a day', () => {
  for (const change of lawChanges) {
    const { homologation, production, law } = shippedCalendar.changes[change];
    expect(law.length).toBeGreaterThan(10);
    for (const day of [homologation, production]) expect(day ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test('an operator moves one day, and the other changes stay', () => {
  const moved = { homologation: '2026-10-26', production: '2027-02-01', law: 'Informe de 10/12/2026' };
  const { calendar } = lawTables({ calendar: { source: 'x', changes: { RETURNS_NAME_ITEMS: moved } } });
  const day = { environment: 'PRODUCTION', date: '2026-12-20' } as const;
  expect(inForce('RETURNS_NAME_ITEMS', day, calendar)).toBe(false);
  expect(inForce('DANFE_TOTALS_OF_THE_REFORM', day, calendar)).toBe(true);
  const misspelt = { calendar: { source: 'x', changes: { RETURN_NAMES_ITEMS: moved } } };
  expect(() => lawTables(misspelt)).toThrow(/calendar/);
});

test('an operator who moves the end of the contributions moves it in sales, too', () => {
  const moved = { homologation: '2027-03-01', production: '2027-03-01', law: 'Lei 1/2027' };
  const rates = lawTables({ calendar: { source: 'x', changes: { END_OF_PIS_COFINS: moved } } });
  expect(hasContributions({ date: '2027-02-28', rates })).toBe(true);
  expect(hasContributions({ date: '2027-03-01', rates })).toBe(false);
  expect(hasContributions({ date: '2027-02-28' })).toBe(false);
});
