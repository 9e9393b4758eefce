import { expect, test } from 'vitest';
import { code128 } from '../../../../domain/pages/html/barcodes.ts';
import { sampleKey } from '../danfe/authorized-xml.ts';
import { decodeCode128 } from './decode-code-128.ts';

test('an access key of digits is Code 128 C throughout, in the 277 modules that the manual counts without quiet zones', () => {
  const key = sampleKey();
  const { text, sets } = decodeCode128(code128(key));
  expect(text).toBe(key);
  expect(sets).toEqual(['C']);
  expect(sum(code128(key))).toBe(277);
});

test('a key with letters starts in set C, takes set A for the letters and goes back', () => {
  const key = sampleKey('12ABC34501DE35');
  const { text, sets } = decodeCode128(code128(key));
  expect(text).toBe(key);
  expect(sets.slice(0, 2)).toEqual(['C', 'A']);
  expect(sets.at(-1)).toBe('C');
});

test('bars of any issuer with letters decode to the key and stay under the 539 modules of the worst case', () => {
  for (const taxId of ['A1B2C3D4E5F635', 'ABCDEFGHIJKL00', '1A234567890035', '12345678901Z00', '123A567B901C99']) {
    const widths = code128(sampleKey(taxId));
    expect(decodeCode128(widths).text).toBe(sampleKey(taxId));
    expect(sum(widths)).toBeLessThanOrEqual(539);
  }
});

test("the check symbol is the manual's: 09758364 has 48", () => {
  expect(decodeCode128(code128('09758364'))).toMatchObject({ text: '09758364', check: 48 });
});

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}
