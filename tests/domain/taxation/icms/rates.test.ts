import { expect, test } from 'vitest';
import { stateCodes } from '../../../../domain/states.ts';
import { internalRate, interstateRate } from '../../../../domain/taxation/icms/difal.ts';

test.each([
  ['SP', 'BA', '0', '7'],
  ['SP', 'ES', '0', '7'],
  ['RS', 'GO', '0', '7'],
  ['SP', 'RJ', '0', '12'],
  ['BA', 'SP', '0', '12'],
  ['ES', 'SP', '0', '12'],
  ['SP', 'BA', '2', '4'],
  ['BA', 'SP', '8', '4'],
  ['SP', 'BA', '6', '7'],
])('from %s to %s with origin %s the rate is %s%%', (from, to, origin, rate) => {
  expect(interstateRate(from, to, origin)).toBe(rate);
});

test('every state has an internal rate on the day of issue', () => {
  for (const state of stateCodes.keys()) expect(Number(internalRate(state, { date: '2026-11-21' }))).toBeGreaterThan(0);
});

test('a day before the table begins has no rate', () => {
  expect(internalRate('SP', { date: '2024-12-31' })).toBeNull();
});

test('Alagoas rises to 20.5 % on 2026-04-01, and no other state with it', () => {
  expect(internalRate('AL', { date: '2026-03-31' })).toBe('19');
  expect(internalRate('AL', { date: '2026-04-01' })).toBe('20.5');
  const others = [...stateCodes.keys()].filter((state) => state !== 'AL');
  const ratesOn = (date: string) => others.map((state) => [state, internalRate(state, { date })]);
  expect(ratesOn('2026-04-01')).toEqual(ratesOn('2026-03-31'));
});
