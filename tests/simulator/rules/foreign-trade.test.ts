import { expect, test } from 'vitest';
import { checkEdits } from '../support/check-edits.ts';
import { checkDigit } from '../support/note.ts';
import type { Edits } from '../support/test-company.ts';
import { today } from '../support/test-company.ts';

/** A code, what is wrong, and the edits of a note in order that make it so. */
type Fault = readonly [cStat: number, what: string, edits: Edits];

const abroad: Edits = [
  ['<idDest>1', '<idDest>3'],
  ['<CPF>52998224725</CPF>', '<idEstrangeiro>AB123456</idEstrangeiro>'],
  [
    /(<enderDest>.*?)<cMun>3550308(.*?)<UF>SP<\/UF><CEP>01019020<\/CEP>/,
    '$1<cMun>9999999$2<UF>EX</UF><cPais>2496</cPais>',
  ],
];
const exitPoint: Edits[number] = [
  '</pag>',
  '</pag><exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>Santos</xLocExporta></exporta>',
];
const exported: Edits = [...abroad, exitPoint, ['<CSOSN>102', '<CSOSN>300'], ['<CFOP>5102', '<CFOP>7102']];

test('an export that says all is in order', () => {
  expect(checkEdits(exported)).toBeUndefined();
  expect(checkEdits([...exported, ['<uTrib>KG', '<uTrib>kg']])).toBeUndefined();
  expect(checkEdits([...exported, by('7127'), detail('<nDraw>123456789</nDraw>')])).toBeUndefined();
  expect(checkEdits([...exported, by('7501'), detail(indirect())])).toBeUndefined();
});

const exportFaults: readonly Fault[] = [
  [355, 'no place where the goods leave the country', [[/<exporta>.*<\/exporta>/, '']]],
  [720, 'a recipient as one of Brazil', [['<idEstrangeiro>AB123456</idEstrangeiro>', '<CPF>52998224725</CPF>']]],
  [
    727,
    'a recipient who lives in Brazil',
    [
      ['<cMun>9999999', '<cMun>3550308'],
      ['<UF>EX', '<UF>SP'],
    ],
  ],
  [509, 'a municipality of Brazil', [['<cMun>9999999', '<cMun>3550308']]],
  [510, 'the country of the issuer', [['<cPais>2496', '<cPais>1058']]],
  [510, 'no country', [['<cPais>2496</cPais>', '']]],
  [790, 'a recipient who is exempt of registration', [['<indIEDest>9', '<indIEDest>2']]],
  [527, 'a taxed export', [['<CSOSN>300', '<CSOSN>102']]],
  [817, 'goods that are counted otherwise', [['<uTrib>KG', '<uTrib>UN']]],
  [338, 'drawback without its act', [by('7127')]],
  [339, 'an act of drawback with a wrong number of digits', [detail('<nDraw>1234567890</nDraw>')]],
  [340, 'an indirect export that does not say of what', [by('7501')]],
  [341, 'a registration with too few digits', [detail(indirect({ registration: '12345678901' }))]],
  [342, 'a key with a wrong digit', [detail(indirect({ key: wrong(keyOf('55')) }))]],
  [343, 'a note to a consumer', [detail(indirect({ key: keyOf('65') }))]],
  [344, 'the same note twice', [detail(indirect()), detail(indirect())]],
];

test.each(exportFaults)('%i: an export with %s', (cStat, _what, edits) => {
  expect(checkEdits([...exported, ...edits])).toBe(cStat);
});

test('356 and 336: what stays in the country does not leave it', () => {
  expect(checkEdits([exitPoint])).toBe(356);
  expect(checkEdits([detail('<nDraw>123456789</nDraw>')])).toBe(336);
});

test('792: whoever lives abroad has no state registration', () => {
  const inTheShop = abroad.slice(2);
  expect(checkEdits(inTheShop)).toBe(511);
  expect(checkEdits([...inTheShop, ['</indIEDest>', '</indIEDest><IE>110042490114</IE>']])).toBe(792);
});

test('7552: what an exporter moves abroad in words only stays with a company of Brazil', () => {
  const moved: Edits = [['<idDest>1', '<idDest>3'], ['<CSOSN>102', '<CSOSN>300'], exitPoint];
  expect(checkEdits([...moved, ['<CFOP>5102', '<CFOP>7102']])).toBe(720);
  expect(checkEdits([...moved, ['<CFOP>5102', '<CFOP>7552']])).toBeUndefined();
});

test('7667: fuel for a ship of another country may be sold to a company of Brazil that is named by its CNPJ', () => {
  const bunkers = (usedIn: string, country: string): Edits => [
    ['<idDest>1', '<idDest>3'],
    ['<CSOSN>102', '<CSOSN>300'],
    ['<CFOP>5102', '<CFOP>7667'],
    exitPoint,
    ['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>'],
    ['<CEP>01019020</CEP>', country],
    [
      '</indTot>',
      `</indTot><comb><cProdANP>810101001</cProdANP><descANP>ETANOL</descANP><UFCons>${usedIn}</UFCons></comb>`,
    ],
  ];
  expect(checkEdits(bunkers('EX', '<cPais>1058</cPais>'))).toBeUndefined();
  expect(checkEdits(bunkers('SP', '<cPais>1058</cPais>'))).toBe(720);
  expect(checkEdits(bunkers('EX', ''))).toBe(720);
});

test('817: what leads to an export counts as one, by the units of the day', () => {
  const toExporter: Edits = [['<CFOP>5102', '<CFOP>5501']];
  const pieces: Edits[number] = ['<uTrib>KG', '<uTrib>UN'];
  expect(checkEdits(toExporter)).toBeUndefined();
  expect(checkEdits([...toExporter, pieces])).toBe(817);
  expect(checkEdits([pieces])).toBeUndefined();
  const helmets: Edits = [...toExporter, ['<NCM>19059090', '<NCM>65061000']];
  expect(checkEdits(helmets, { at: new Date('2026-02-02T12:00:00-03:00') })).toBe(817);
  expect(checkEdits(helmets, { at: new Date('2026-02-03T12:00:00-03:00') })).not.toBe(817);
});

test('854: fuels of a single phase are counted by the unit of their rate, exports are not', () => {
  const gas = (unit: string): Edits => [
    ['<uTrib>KG', `<uTrib>${unit}`],
    [
      '</indTot>',
      '</indTot><comb><cProdANP>210203001</cProdANP><descANP>GLP</descANP><pGLP>100.0000</pGLP><UFCons>SP</UFCons></comb>',
    ],
  ];
  expect(checkEdits(gas('UN'))).toBe(854);
  expect(checkEdits(gas('kg'))).not.toBe(854);
  expect(checkEdits([...exported, ...gas('UN')])).toBe(817);
});

const declared =
  '<DI><nDI>26BR00000000001</nDI><dDI>2026-11-01</dDI><xLocDesemb>Santos</xLocDesemb><UFDesemb>SP</UFDesemb>' +
  '<dDesemb>2026-11-02</dDesemb><tpViaTransp>4</tpViaTransp><tpIntermedio>1</tpIntermedio><cExportador>ABC</cExportador>' +
  '<adi><nSeqAdic>1</nSeqAdic><cFabricante>ABC</cFabricante></adi></DI>';
const duty = '<II><vBC>100.00</vBC><vDespAdu>0.00</vDespAdu><vII>10.00</vII><vIOF>0.00</vIOF></II>';
const ipi = '<IPI><cEnq>999</cEnq><IPINT><CST>03</CST></IPINT></IPI>';
const imported: Edits = [
  ...abroad,
  ['<tpNF>1', '<tpNF>0'],
  ['<CFOP>5102', '<CFOP>3102'],
  ['</indTot>', `</indTot>${declared}`],
  ['</ICMS><PIS>', `</ICMS>${ipi}${duty}<PIS>`],
  ['<vII>0.00', '<vII>10.00'],
];

test('an import that says all is in order, and what came back from abroad needs no declaration', () => {
  expect(checkEdits(imported)).toBeUndefined();
  const cameBack: Edits = [
    ...abroad,
    ['<tpNF>1', '<tpNF>0'],
    ['<CFOP>5102', '<CFOP>3202'],
    ['<finNFe>1', '<finNFe>4'],
    [/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>'],
    ['</det>', `<DFeReferenciado><chaveAcesso>${keyOf('55')}</chaveAcesso><nItem>1</nItem></DFeReferenciado></det>`],
  ];
  expect(checkEdits(cameBack)).toBeUndefined();
});

const importFaults: readonly Fault[] = [
  [525, 'no declaration', [[/<DI>.*<\/DI>/, '']]],
  [597, 'no word on IPI', [[ipi, '']]],
  [599, 'no word on the duty', [[duty, '']]],
  [601, 'a total of duties that no item has', [['<vII>10.00</vII><vIPI>', '<vII>11.00</vII><vIPI>']]],
  [376, 'a clearance that is still to come', [['<dDesemb>2026-11-02', `<dDesemb>${dayAfter(today)}`]]],
  [376, 'a clearance of more than five years ago', [['<dDesemb>2026-11-02', '<dDesemb>2021-11-20']]],
  [330, 'freight by sea without its surcharge', [['<tpViaTransp>4', '<tpViaTransp>1']]],
  [331, 'an order of nobody', [['<tpIntermedio>1', '<tpIntermedio>2']]],
  [
    332,
    'an order of a CNPJ with a wrong digit',
    [['<tpIntermedio>1</tpIntermedio>', '<tpIntermedio>2</tpIntermedio><CNPJ>11444777000162</CNPJ>']],
  ],
  [
    333,
    'an order from nowhere',
    [['<tpIntermedio>1</tpIntermedio>', '<tpIntermedio>2</tpIntermedio><CNPJ>11444777000161</CNPJ>']],
  ],
  [334, 'drawback without its act', [['<CFOP>3102', '<CFOP>3127']]],
];

test.each(importFaults)('%i: an import with %s', (cStat, _what, edits) => {
  expect(checkEdits([...imported, ...edits])).toBe(cStat);
});

function by(cfop: string): Edits[number] {
  return ['<CFOP>7102', `<CFOP>${cfop}`];
}

function detail(said: string): Edits[number] {
  return ['</indTot>', `</indTot><detExport>${said}</detExport>`];
}

function indirect({ registration = '123456789012', key = keyOf('55') } = {}): string {
  return `<exportInd><nRE>${registration}</nRE><chNFe>${key}</chNFe><qExport>1.0000</qExport></exportInd>`;
}

function keyOf(model: '55' | '65'): string {
  const first43 = `35261111444777000161${model}001000000001163036274`;
  return first43 + checkDigit(first43);
}

function wrong(key: string): string {
  return `${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`;
}

function dayAfter(at: Date): string {
  return new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10);
}
