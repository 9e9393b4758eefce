import { expect, test } from 'vitest';
import fc from 'fast-check';
import { isCnpj, isCpf, taxIdKind, taxIdRoot } from '../../domain/tax-id.ts';

test('the alphanumeric CNPJ printed in NT Conjunta 2025.001 is valid', () => {
  expect(isCnpj('12ABC34501DE35')).toBe(true);
});

test.each(['11222333000181', '00000000000191', '11444777000161'])('CNPJ %s is valid', (cnpj) => {
  expect([isCnpj(cnpj), taxIdKind(cnpj)]).toEqual([true, 'CNPJ']);
});

test.each(['52998224725', '11144477735', '12345678909'])('CPF %s is valid', (cpf) => {
  expect([isCpf(cpf), taxIdKind(cpf)]).toEqual([true, 'CPF']);
});

test.each([
  ['nothing', ''],
  ['one digit repeated, which the arithmetic lets through', '00000000000000'],
  ['the same in a CPF', '11111111111'],
  ['a wrong check digit', '11222333000182'],
  ['a wrong first check digit', '52998224715'],
  ['punctuation', '11.222.333/0001-81'],
  ['small letters', '12abc34501de35'],
  ['letters in the check digits', '12ABC34501DEA5'],
  ['thirteen digits', '1122233300018'],
])('%s is no tax id', (_, text) => {
  expect(taxIdKind(text)).toBeNull();
});

const characters = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });

test('any one character changed makes a CNPJ invalid, letters included', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  fc.assert(
    fc.property(fc.nat(11), fc.constantFrom(...alphabet), (place, other) => {
      const cnpj = '12ABC34501DE35';
      const value = (character: string) => (character.charCodeAt(0) - 48) % 11;
      fc.pre(value(other) !== value(cnpj.charAt(place)));
      expect(isCnpj(cnpj.slice(0, place) + other + cnpj.slice(place + 1))).toBe(false);
    }),
  );
});

test('of all pairs of check digits at most one makes a body a CNPJ', () => {
  fc.assert(
    fc.property(characters('0123456789ABCXYZ', 12), (body) => {
      const valid = Array.from({ length: 100 }, (_, pair) => body + String(pair).padStart(2, '0')).filter(isCnpj);
      expect(valid.length).toBe(new Set(body).size === 1 && valid.length === 0 ? 0 : 1);
    }),
    { numRuns: 30 },
  );
});

test('branches share the root, and a person has no part of it', () => {
  expect(taxIdRoot('12ABC34501DE35')).toBe('12ABC345');
  expect(taxIdRoot('52998224725')).toBe('52998224725');
});
