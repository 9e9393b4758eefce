import { expect, test } from 'vitest';
import fc from 'fast-check';
import { buildAccessKey, isAccessKey, parseAccessKey, randomCNF, keyModel } from '../../domain/access-key.ts';

test('the key printed in the manual is one, by its check digit alone', () => {
  const keys = Array.from({ length: 10 }, (_, digit) => `5206043300991100250655012000000780026730161${digit}`);
  expect(keys.filter(isAccessKey)).toEqual(['52060433009911002506550120000007800267301615']);
});

test('a key of an issuer with letters in the CNPJ counts them by ASCII minus 48', () => {
  const accessKey = buildAccessKey({
    stateCode: '35',
    yearMonth: '2611',
    taxId: '12ABC34501DE35',
    model: '55',
    series: 1,
    number: 42,
    emissionType: '1',
    cNF: '83450921',
  });
  // The check digit was computed separately, from the text of the rule.
  expect(accessKey).toBe('35261112ABC34501DE35550010000000421834509210');
  expect(isAccessKey(accessKey)).toBe(true);
});

test.each([
  ['another check digit', '52060433009911002506550120000007800267301616'],
  ['43 characters', '5206043300991100250655012000000780026730161'],
  ['a letter outside the CNPJ', 'A2060433009911002506550120000007800267301615'],
  ['small letters', '35261112abc34501de35550010000000421834509216'],
])('a text with %s is no key', (_, text) => {
  expect(isAccessKey(text)).toBe(false);
  expect(() => parseAccessKey(text)).toThrow(TypeError);
});

test('the model of a key is that of a note of goods, or there is no answer', () => {
  expect(keyModel('52060433009911002506550120000007800267301615')).toBe('55');
  expect(keyModel('52060433009911002506650120000007800267301615')).toBe('65');
  expect(() => keyModel('52060433009911002506570120000007800267301615')).toThrow(TypeError);
});

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const parts = fc.record({
  stateCode: fc.constantFrom('11', '29', '35', '53'),
  yearMonth: digits(4),
  taxId: fc
    .string({ unit: fc.constantFrom(...'0123456789ABCXYZ'), minLength: 12, maxLength: 12 })
    .map((body) => `${body}00`),
  model: fc.constantFrom('55', '65'),
  series: fc.nat(999),
  number: fc.integer({ min: 1, max: 999_999_999 }),
  emissionType: fc.constantFrom('1', '4', '6', '7', '9'),
  cNF: digits(8),
});

test('a key taken apart gives back what it was made of', () => {
  fc.assert(
    fc.property(parts, (made) => {
      expect(parseAccessKey(buildAccessKey(made))).toEqual(made);
    }),
  );
});

test('an issuer with a CPF has three zeros in front', () => {
  fc.assert(
    fc.property(parts, digits(11), (made, taxId) => {
      expect(parseAccessKey(buildAccessKey({ ...made, taxId })).taxId).toBe(`000${taxId}`);
    }),
  );
});

test('a drawn code is eight digits, never the note’s own number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
      const drawn = randomCNF(number);
      expect(drawn).toMatch(/^\d{8}$/);
      expect(Number(drawn)).not.toBe(number);
      expect(drawn).not.toMatch(/^(.)\1+$/);
    }),
  );
});

test('drawn codes do not repeat themselves', () => {
  const drawn = Array.from({ length: 200 }, () => randomCNF(1));
  expect(new Set(drawn).size).toBeGreaterThan(195);
});
