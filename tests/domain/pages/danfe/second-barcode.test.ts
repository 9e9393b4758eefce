import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secondBarcode } from '../../../../domain/pages/danfe/contingency.ts';
import { child, readXml } from '../../../../domain/xml/reader.ts';
import { authorizedIn } from './contingent-notes.ts';

function barcodeOf(xml: string): string | null {
  const infNFe = child(readXml(xml), 'NFe', 'infNFe');
  if (!infNFe) throw new Error('no note');
  return secondBarcode(infNFe);
}

/** The check digit by the manual, computed differently from the product. */
function checkDigit(facts: string): number {
  const sum = [...facts]
    .reverse()
    .reduce((total, character, place) => total + (character.charCodeAt(0) - 48) * (2 + (place % 8)), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

test('the second barcode has state and tax id of the buyer, value, taxes and day, in 36 figures', () => {
  const facts = '35' + '5' + '44555666000172' + '00000000133620' + '1' + '2' + '21';
  expect(barcodeOf(authorizedIn('5'))).toBe(`${facts}${checkDigit(facts)}`);
  expect(barcodeOf(authorizedIn('2'))).toMatch(/^352/);
});

test.each([
  ['a person', '<CPF>52998224725</CPF>', 'SP', '35', '00052998224725'],
  ['somebody abroad', '<idEstrangeiro>AB123456</idEstrangeiro>', 'EX', '99', '00000000000000'],
  ['a company with letters in its CNPJ', '<CNPJ>12ABC34501DE35</CNPJ>', 'BA', '29', '12ABC34501DE35'],
])('of %s it has state and tax id in the same places', (_, taxId, state, code, expected) => {
  const xml = authorizedIn('5')
    .replace('<CNPJ>44555666000172</CNPJ>', taxId)
    .replace('<UF>SP</UF><CEP>13010050', `<UF>${state}</UF><CEP>13010050`);
  const barcode = barcodeOf(xml) ?? '';
  expect(barcode.slice(0, 2)).toBe(code);
  expect(barcode.slice(3, 17)).toBe(expected);
  expect(barcode).toHaveLength(36);
});

test('own tax and that of substitution are told apart', () => {
  const taxes = (own: string, substituted: string) =>
    barcodeOf(
      authorizedIn('5')
        .replace('<vICMS>222.20</vICMS><vICMSDeson>', `<vICMS>${own}</vICMS><vICMSDeson>`)
        .replace('<vST>0.00', `<vST>${substituted}`),
    )?.slice(31, 33);
  expect([taxes('0.00', '0.00'), taxes('1.00', '0.00'), taxes('0.00', '0.01'), taxes('1.00', '1.00')]).toEqual([
    '22',
    '12',
    '21',
    '11',
  ]);
});

test('whatever the note is worth and whenever it was issued, it has 36 places and the digit that proves them', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), fc.integer({ min: 1, max: 28 }), (cents, day) => {
      const value = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      const issuedAt = `2026-11-${String(day).padStart(2, '0')}T09:30:00-03:00`;
      const barcode = barcodeOf(authorizedIn('5', { issuedAt }).replace('<vNF>1336.20', `<vNF>${value}`)) ?? '';
      expect(barcode).toMatch(/^\d{36}$/);
      expect(BigInt(barcode.slice(17, 31))).toBe(cents);
      expect(Number(barcode.slice(33, 35))).toBe(day);
      expect(Number(barcode.at(-1))).toBe(checkDigit(barcode.slice(0, -1)));
    }),
    { numRuns: 40 },
  );
});

test.each(['1', '4', '6', '7'])('a note of tpEmis %s has none', (emissionType) => {
  expect(barcodeOf(authorizedIn(emissionType))).toBeNull();
});
