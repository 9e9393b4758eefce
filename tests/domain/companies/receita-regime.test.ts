import { expect, test } from 'vitest';
import { costOfContradiction, costOfDoubt, regimeContradiction } from '../../../domain/companies/receita-regime.ts';
import { firstDayInWords, shippedCalendar } from '../../../domain/law-calendar.ts';
import { taxRegimes } from '../../../domain/taxation/operation.ts';

test.each([
  ['SIMPLES', ['SIMPLES', 'SIMPLES_EXCESS']],
  ['MEI', ['MEI']],
  ['OTHER', ['NORMAL']],
] as const)('%s of Receita goes with %j alone', (receitaRegime, those) => {
  const fitting = taxRegimes.filter((taxRegime) => regimeContradiction({ taxRegime, receitaRegime }) === null);
  expect(fitting).toEqual(those);
});

test('a contradiction is reported in words; what nobody said contradicts nothing', () => {
  expect(regimeContradiction({ taxRegime: 'SIMPLES', receitaRegime: 'OTHER' })).toBe(
    'A empresa emite como SIMPLES, e na Receita Federal ela está como do regime normal (nem Simples, nem MEI).',
  );
  expect(regimeContradiction({ taxRegime: 'SIMPLES' })).toBeNull();
  expect(regimeContradiction({ taxRegime: 'SIMPLES', receitaRegime: null })).toBeNull();
});

test('a contradiction costs every note, from the first day on', () => {
  const of = (date: string) => costOfContradiction('PRODUCTION', date);
  expect(of('2026-12-13')).toBe(
    'A partir de 14/12/2026 a SEFAZ recusa toda NF-e e NFC-e emitida assim (rejeição 180).',
  );
  expect(of('2026-12-14')).toBe('A SEFAZ recusa toda NF-e e NFC-e emitida assim (rejeição 180).');
  expect(costOfContradiction('HOMOLOGATION', '2026-11-27')).toBe(of('2026-12-14'));
  expect(costOfDoubt('PRODUCTION', '2026-12-13')).toMatch(/^A partir de 14\/12\/2026 a SEFAZ recusa/);
});

test('a day that is not set is said to be so, and one that an operator moved is his', () => {
  const change = 'REGISTERS_OF_PARTIES';
  const moved = (production: string | null) => ({
    ...shippedCalendar,
    changes: { ...shippedCalendar.changes, [change]: { ...shippedCalendar.changes[change], production } },
  });
  expect(firstDayInWords(change, 'PRODUCTION', moved(null))).toBe('em data ainda não marcada');
  expect(firstDayInWords(change, 'PRODUCTION', moved('2027-02-01'))).toBe('a partir de 01/02/2027');
});
