import { expect, test } from 'vitest';
import fc from 'fast-check';
import { cleanText, hasValidCharacters } from '../../../domain/xml/clean-text.ts';

test.each([
  ['spaces at the ends and runs of them', '  Rua   das\tAcácias \r\n', 'Rua das Acácias'],
  ['control characters between words', 'A\u0000B\u001fC\u0085D', 'A B C D'],
  ['accents written apart', 'Sa\u0303o Joa\u0303o', 'São João'],
  ['the typography of a word processor', '“Pão” – d’água…', '"Pão" - d\'água...'],
  ['characters nobody sees', 'Pa\u00adda\u200bria\ufeff', 'Padaria'],
  ['a hard space', 'R$\u00a010', 'R$ 10'],
  ['half a surrogate pair', 'A\ud800B', 'A\ufffdB'],
  ['code points that XML cannot hold', 'A\ufffeB', 'A\ufffdB'],
])('%s are put right', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test('other alphabets and emojis are kept for the schema to refuse by name', () => {
  expect(cleanText('Pão 😀 日本')).toBe('Pão 😀 日本');
  expect(hasValidCharacters('Pão 😀')).toBe(false);
  expect(hasValidCharacters('m³ de pão, 1/2 ½')).toBe(true);
});

test('clean text is clean: cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(clean).not.toMatch(/^\s|\s$|\s\s|\p{Cc}/u);
    }),
    { numRuns: 500 },
  );
});
