import { expect, test } from 'vitest';
import { isMunicipalityCode, otherCityOf } from '../../domain/municipality-code.ts';
import table from '../../tables/municipalities.json' with { type: 'json' };

test('every code has its name', () => {
  for (const [state, codes] of Object.entries(table.codes)) {
    const names = table.names[state as keyof typeof table.names].split('|');
    expect([state, names.length]).toEqual([state, codes.split(' ').length]);
    for (const [at, code] of codes.split(' ').entries()) {
      expect(isMunicipalityCode(state + code)).toBe(true);
      expect([names[at], otherCityOf(state + code, names[at]!)]).toEqual([names[at], null]);
    }
  }
});

test.each([
  ['3550308', 'Campinas', 'São Paulo'],
  ['3509502', 'São Paulo', 'Campinas'],
  ['3304557', 'Niterói', 'Rio de Janeiro'],
  ['5101837', 'Sorriso', 'Boa Esperança do Norte'],
])('%s is not %s', (code, city, name) => {
  expect(otherCityOf(code, city)).toBe(name);
});

test.each([
  ['3550308', 'SAO PAULO'],
  ['3550308', 'S. Paulo'],
  ['3550308', 'São Paulo - SP'],
  ['3516101', 'Florínea'],
  ['3122900', 'Dona Euzébia'],
  ['2401305', 'Campo Grande'],
  ['2401305', 'Augusto Severo'],
  ['3530805', 'Moji-Mirim'],
  ['3550308', ''],
  ['9999999', 'Campinas'],
])('of %s, %s gives no reason to warn', (code, city) => {
  expect(otherCityOf(code, city)).toBeNull();
});
