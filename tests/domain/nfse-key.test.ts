import { expect, test } from 'vitest';
import fc from 'fast-check';
import { isNfseKey, type NfseKeyParts, parseNfseKey, verificationCodeOf } from '../../domain/nfse-key.ts';
import { cnpjOf, cpfOf } from '../support/samples/tax-ids.ts';

/** Keys whose check digits were computed outside this program. */
const known = [
  '35503082246479374000128000000000004226111234567891',
  '35503082212ABC34501DE3500000000000422611123456789' + '6',
];

const digitsOf = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const parts: fc.Arbitrary<NfseKeyParts> = fc.record({
  municipalityCode: digitsOf(7),
  generator: fc.constantFrom('1' as const, '2' as const),
  taxId: fc.oneof(
    fc.integer({ min: 1, max: 99_999_999 }).map(cnpjOf),
    fc.integer({ min: 1, max: 999_999_999 }).map(cpfOf),
    fc.constant('12ABC34501DE35'),
  ),
  number: fc.bigInt({ min: 1n, max: 9_999_999_999_999n }).map(String),
  yearMonth: digitsOf(4),
  code: digitsOf(9),
});

/** The key of these parts by the layout, with this check digit. */
function without(digit: number, { municipalityCode, generator, taxId, number, yearMonth, code }: NfseKeyParts): string {
  const inscription = taxId.length === 11 ? `1000${taxId}` : `2${taxId}`;
  return `${municipalityCode}${generator}${inscription}${number.padStart(13, '0')}${yearMonth}${code}${digit}`;
}

test('a key says what it was made of, and exactly one last digit makes it a key', () => {
  fc.assert(
    fc.property(parts, (made) => {
      const keys = Array.from({ length: 10 }, (_, digit) => without(digit, made)).filter(isNfseKey);
      expect(keys).toHaveLength(1);
      expect(parseNfseKey(keys[0] ?? '')).toEqual(made);
      expect(verificationCodeOf(keys[0] ?? '')).toBe(made.code);
    }),
  );
});

test.each(known)('the last digit of %s is right, and no other is', (key) => {
  expect(isNfseKey(key)).toBe(true);
  expect(isNfseKey(`${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`)).toBe(false);
});

test.each([
  ['a key of goods', '35261111222333000181550010000000421834509210'],
  ['a letter outside of the CNPJ', known[0]?.replace(/^3/, 'A') ?? ''],
  ['a CPF with letters', '355030821000ABC98224725000000000004226111234567891'],
])('%s is no access key of an NFS-e', (_, text) => {
  expect(isNfseKey(text)).toBe(false);
  expect(() => parseNfseKey(text)).toThrow(TypeError);
});
