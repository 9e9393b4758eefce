import { expect, test } from 'vitest';
import type { DpsEdits } from '../../../support/samples/nfse-dps.ts';
import {
  addressAbroad,
  addressIn,
  benefit,
  construction,
  deducting,
  federalTaxes,
  immune,
  inCityWithoutAgreement,
  mei,
  rate,
  simples,
  specialRegime,
} from '../../support/dps-edits.ts';
import type { Breach } from '../../support/nfse.ts';
import { codesOf, codesAndExpected, keyOf, knownNote } from '../../support/nfse.ts';

const discounts = (unconditional: string, conditional?: string): DpsEdits => [
  [
    '</vServPrest>',
    `</vServPrest><vDescCondIncond><vDescIncond>${unconditional}</vDescIncond>` +
      `${conditional === undefined ? '' : `<vDescCond>${conditional}</vDescCond>`}</vDescCondIncond>`,
  ],
];

const supplier = (identity: string, address = addressIn('3550308')): string =>
  `<fornec>${identity}<xNome>Fornecedor</xNome>${address}</fornec>`;

/** A document that lowers the base by a part of its amount. */
function document(
  which: string,
  { kind = '2', more = '', on = '2026-11-10', of = '50.00', used = '40.00', by = '' } = {},
): DpsEdits {
  return deducting(
    `<documentos><docDedRed>${which}<tpDedRed>${kind}</tpDedRed>${more}<dtEmiDoc>${on}</dtEmiDoc>` +
      `<vDedutivelRedutivel>${of}</vDedutivelRedutivel><vDeducaoReducao>${used}</vDeducaoReducao>${by}</docDedRed></documentos>`,
  );
}

const key = keyOf({ number: 9 });
const known = { notes: [knownNote(key, {})] };
const note = `<chNFSe>${key}</chNFSe>`;
const nfe = '35261111222333000181550010000000011000000014';
const paper = '<nDoc>Recibo 1</nDoc>';
const by = supplier('<CNPJ>11444777000161</CNPJ>');

test('discounts, deductions and documents within their bounds', () => {
  expect(codesOf({ edits: discounts('100.00', '50.00') })).toEqual([]);
  expect(codesOf({ edits: [...construction, ...deducting('<pDR>60.00</pDR>')] })).toEqual([]);
  expect(codesOf({ edits: [...construction, ...simples, ...deducting('<vDR>600.00</vDR>')] })).toEqual([]);
  expect(codesOf({ edits: deducting('<pDR>31.00</pDR>') })).toEqual([]);
  expect(codesOf({ edits: document(note) }, known)).toEqual([]);
  expect(codesOf({ edits: document(`<chNFe>${nfe}</chNFe>`) })).toEqual([]);
  expect(codesOf({ edits: document(paper, { by }) })).toEqual([]);
  expect(
    codesOf({
      edits: document(paper, {
        by: supplier('<NIF>1</NIF>', addressAbroad()),
        kind: '99',
        more: '<xDescOutDed>Outra</xDescOutDed>',
      }),
    }),
  ).toEqual([]);
});

const price: readonly Breach[] = [
  { code: 'E0424', what: 'an amount received', edits: [['<vServ>', '<vReceb>1000.00</vReceb><vServ>']] },
  {
    code: 'E0427',
    what: 'a discount and a deduction above the price',
    edits: [...construction, ...discounts('500.00'), ...deducting('<vDR>500.01</vDR>')],
    besides: ['E0428'],
  },
  {
    code: 'E0428',
    what: 'more withheld than is left',
    edits: [...discounts('500.00'), ...federalTaxes('<vRetCP>300.00</vRetCP><vRetIRRF>200.01</vRetIRRF>')],
  },
  {
    code: 'E0429',
    what: 'a reduction below 2 % of the price',
    edits: deducting('<pDR>31.04</pDR>'),
    besides: ['E0444'],
  },
  { code: 'E0431', what: 'an unconditional discount of nothing', edits: discounts('0.00') },
  { code: 'E0431', what: 'an unconditional discount of everything', edits: discounts('1000.00') },
  {
    code: 'E0432',
    what: 'a conditional discount of everything',
    edits: discounts('1.00', '1000.00'),
    besides: ['E0428'],
  },
];

const deductions: readonly Breach[] = [
  { code: 'E0435', what: 'a deduction from an immune service', edits: [...immune, ...deducting('<vDR>10.00</vDR>')] },
  { code: 'E0436', what: 'a deduction of a MEI', edits: [...mei, ...deducting('<vDR>10.00</vDR>')] },
  {
    code: 'E0438',
    what: 'a deduction in a special regime',
    edits: [...specialRegime, ...deducting('<vDR>10.00</vDR>')],
  },
  {
    code: 'E0439',
    what: 'a deduction from what is exempt',
    edits: [...deducting('<vDR>10.00</vDR>'), ...benefit()],
  },
  { code: 'E0441', what: 'a deduction of a small company', edits: [...simples, ...deducting('<vDR>10.00</vDR>')] },
  {
    code: 'E0442',
    what: 'a deduction of a small company, in a city without agreement',
    edits: [...simples, ...inCityWithoutAgreement, ...deducting('<vDR>10.00</vDR>')],
  },
  { code: 'E0453', what: 'a deduction of nothing', edits: [...construction, ...deducting('<pDR>0.00</pDR>')] },
  {
    code: 'E0453',
    what: 'a deduction of more than everything',
    edits: [...construction, ...deducting('<pDR>100.01</pDR>')],
    besides: ['E0427', 'E0428'],
  },
  {
    code: 'E0444',
    what: 'a percentage that leaves less than 2 %, at the rate of the issuer',
    edits: [...inCityWithoutAgreement, ...rate('2.00'), ...deducting('<pDR>1.00</pDR>')],
    besides: ['E0429'],
  },
  {
    code: 'E0447',
    what: 'an amount that leaves less than 2 %',
    edits: deducting('<vDR>310.40</vDR>'),
    besides: ['E0429'],
  },
];

const documents: readonly Breach[] = [
  {
    code: 'E0455',
    what: 'a note with a wrong check digit',
    edits: document(`<chNFSe>${key.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))}</chNFSe>`),
    besides: ['E0456'],
  },
  { code: 'E0456', what: 'a note that nobody knows', edits: document(note) },
  {
    code: 'E0458',
    what: 'a note that is cancelled',
    edits: document(note),
    in: { notes: [{ ...knownNote(key, {}), ended: true }] },
  },
  {
    code: 'E0460',
    what: 'an NF-e with a wrong check digit',
    edits: document(`<chNFe>${nfe.replace(/4$/, '5')}</chNFe>`),
  },
  {
    code: 'E0466',
    what: 'a municipal note of a city that is none',
    edits: document(
      '<NFSeMun><cMunNFSeMun>9950308</cMunNFSeMun><nNFSeMun>000000000000001</nNFSeMun><cVerifNFSeMun>ABC</cVerifNFSeMun></NFSeMun>',
      { by },
    ),
  },
  { code: 'E0468', what: 'another deduction without words', edits: document(paper, { by, kind: '99' }) },
  {
    code: 'E0470',
    what: 'words for material',
    edits: document(paper, { by, more: '<xDescOutDed>Areia</xDescOutDed>' }),
  },
  { code: 'E0472', what: 'a document of later', edits: document(paper, { by, on: '2026-11-21' }) },
  { code: 'E0474', what: 'more than the document has', edits: document(paper, { by, used: '50.01' }) },
  {
    code: 'E0476',
    what: 'more than the service costs',
    edits: document(paper, { by, of: '2000.00', used: '1000.01' }),
    besides: ['E0427', 'E0428', 'E0429'],
  },
  { code: 'E0477', what: 'paper of nobody', edits: document(paper) },
  {
    code: 'E0478',
    what: 'a supplier with a wrong CNPJ',
    edits: document(paper, { by: supplier('<CNPJ>11444777000162</CNPJ>') }),
  },
  {
    code: 'E0484',
    what: 'a supplier with a wrong CPF',
    edits: document(paper, { by: supplier('<CPF>52998224724</CPF>') }),
  },
  {
    code: 'E0490',
    what: 'no reason for the missing number',
    edits: document(paper, { by: supplier('<cNaoNIF>0</cNaoNIF>', addressAbroad()) }),
  },
  {
    code: 'E0492',
    what: 'a supplier without address',
    edits: document(paper, { by: supplier('<CPF>52998224725</CPF>', '') }),
  },
  {
    code: 'E0494',
    what: 'a supplier in a city that is none',
    edits: document(paper, {
      by: supplier('<CPF>52998224725</CPF>', addressIn('9950308')),
    }),
  },
  {
    code: 'E0498',
    what: 'a foreign supplier without address',
    edits: document(paper, { by: supplier('<NIF>1</NIF>', '') }),
  },
  {
    code: 'E0499',
    what: 'a supplier abroad in Brazil',
    edits: document(paper, { by: supplier('<NIF>1</NIF>', addressAbroad('BR')) }),
  },
];

test.each([...price, ...deductions, ...documents])('$code: $what', (breach) => {
  const [codes, expected] = codesAndExpected(breach);
  expect(codes).toEqual(expected);
});
