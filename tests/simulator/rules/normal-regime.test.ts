import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalRegime } from '../support/normal-regime.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant } from '../support/test-company.ts';

let company: TestCompany;

beforeAll(async () => {
  company = await applicant();
});
afterAll(() => company.started.stop());

/** Faults of a note of the normal regime, besides those in consumer notes and Simples. */
const normalFaults: readonly (readonly [number, string, Edits])[] = [
  [
    591,
    'a code of Simples from a company of the normal regime',
    [[/<ICMS00>.*<\/ICMS00>/, '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>']],
  ],
  [880, 'a fund at zero per cent', [fund('0.00', '0.00')]],
  [860, 'a fund that is not base times rate', [fund('2.00', '2.02')]],
  [388, 'a suspended IPI without the legal ground for it', [ipi('999', '<IPINT><CST>55</CST></IPINT>')]],
  [388, 'a taxed IPI with the legal ground of an exemption', [ipi('301', '<IPINT><CST>51</CST></IPINT>')]],
  [528, 'ICMS that is not base times rate', [['<vICMS>18.00</vICMS></ICMS00>', '<vICMS>17.00</vICMS></ICMS00>']]],
  [
    508,
    'a deferral for somebody who is no contributor',
    [[/<ICMS00>.*<\/ICMS00>/, '<ICMS40><orig>0</orig><CST>50</CST></ICMS40>']],
  ],
  [
    531,
    'a total base that is not that of the items',
    [['<vBC>100.00</vBC><vICMS>18.00</vICMS><vICMSDeson>', '<vBC>99.00</vBC><vICMS>18.00</vICMS><vICMSDeson>']],
  ],
  [
    1115,
    'no IBS and CBS in homologation',
    [
      [/<IBSCBS>.*<\/IBSCBS>/, ''],
      [/<vItem>.*<\/vItem>/, ''],
      [/<IBSCBSTot>.*<\/vNFTot>/, ''],
    ],
  ],
  [1020, 'an unknown situation', [['<CST>000</CST><cClassTrib>', '<CST>999</CST><cClassTrib>']]],
  [1023, 'an unknown classification', [['<cClassTrib>000001', '<cClassTrib>000999']]],
  [1024, 'a classification of another situation', [['<cClassTrib>000001', '<cClassTrib>200001']]],
  [1021, 'amounts for what is immune', [['<CST>000</CST><cClassTrib>000001', '<CST>410</CST><cClassTrib>410001']]],
  [1022, 'no amounts for what is taxed', [[/<gIBSCBS>.*<\/gIBSCBS>/, '']]],
  [1026, 'another rate of the state', [['<pIBSUF>0.1000', '<pIBSUF>0.2000']]],
  [1036, 'a rate of the municipality in 2026', [['<pIBSMun>0.0000', '<pIBSMun>0.0500']]],
  [1037, 'another rate of CBS', [['<pCBS>0.9000', '<pCBS>0.8000']]],
  [
    1029,
    'a deferral that the situation does not know',
    [['</pIBSUF>', '</pIBSUF><gDif><pDif>100.0000</pDif><vDif>0.08</vDif></gDif>']],
  ],
  [
    1032,
    'a reduction that the situation does not know',
    [['</pIBSUF>', '</pIBSUF><gRed><pRedAliq>60.0000</pRedAliq><pAliqEfet>0.0400</pAliqEfet></gRed>']],
  ],
  [
    1041,
    'a state value that is not base times rate',
    [['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><p', '<vIBSUF>0.10</vIBSUF></gIBSUF><gIBSMun><p']],
  ],
  [
    1069,
    'a CBS that is not base times rate',
    [['<vCBS>0.74</vCBS></gCBS></gIBSCBS>', '<vCBS>0.80</vCBS></gCBS></gIBSCBS>']],
  ],
  [
    1150,
    'an IBS that is not the sum of its parts',
    [['<vIBS>0.08</vIBS><gCBS><pCBS>', '<vIBS>0.09</vIBS><gCBS><pCBS>']],
  ],
  [1137, 'an item without its value', [['<vItem>100.00</vItem>', '']]],
  [1105, 'an item with another value', [['<vItem>100.00</vItem>', '<vItem>100.82</vItem>']]],
  [1119, 'no totals of IBS and CBS', [[/<IBSCBSTot>.*<\/vNFTot>/, '']]],
  [1076, 'a total base of IBS and CBS that is not that of the items', [['<vBCIBSCBS>82.00', '<vBCIBSCBS>81.00']]],
  [
    1080,
    'a total of the state that is not that of the items',
    [['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>', '<vIBSUF>0.07</vIBSUF></gIBSUF><gIBSMun><vDif>']],
  ],
  [
    1091,
    'a total of CBS that is not that of the items',
    [['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>0.75</vCBS><vCredPres>']],
  ],
  [1004, 'no whole total', [['<vNFTot>100.00</vNFTot>', '']]],
  [1094, 'another whole total', [['<vNFTot>100.00', '<vNFTot>100.82']]],
  [1139, 'a type of debit on an ordinary note', [['<indFinal>', '<tpNFDebito>01</tpNFDebito><indFinal>']]],
];

test('substitution is by margin or not, carries its CEST, and takes the own fund off the fund', async () => {
  const margin = '<modBCST>4</modBCST><pMVAST>40.00</pMVAST>';
  const funds = { own: ['2.00', '2.00'], st: ['2.00', '0.80'] } as const;
  const answerTo = (edits: Edits) => company.answerTo([...normalRegime, ...toTaxpayer, ...edits]);
  expect(await answerTo([substituted(margin), ...totalsOf('7.20', '0.00', '107.20')])).toBe(100);
  expect(await answerTo([substituted(margin, funds), ...totalsOf('7.20', '0.80', '108.00')])).toBe(100);
  expect(await answerTo([substituted(margin, { ...funds, st: ['2.00', '2.80'] })])).toBe(860);
  expect(await answerTo([substituted(margin, { ...funds, st: ['0.00', '0.00'] })])).toBe(881);
  expect(await answerTo([substituted('<modBCST>4</modBCST>')])).toBe(932);
  expect(await answerTo([substituted('<modBCST>6</modBCST><pMVAST>40.00</pMVAST>')])).toBe(933);
  expect(await answerTo([substituted(margin), ['<CEST>2800100</CEST>', '']])).toBe(806);
});

test('a note of the normal regime in order is authorized', async () => {
  expect(await company.answerTo(normalRegime)).toBe(100);
});

test.each(normalFaults)('%i: %s', async (expected, _what, edits) => {
  expect(await company.answerTo([...normalRegime, ...edits])).toBe(expected);
});

test('694: a final consumer of another state has a share of the tax coming', async () => {
  const interstate: Edits = [
    ['<idDest>1', '<idDest>2'],
    ['<CFOP>5102', '<CFOP>6102'],
    [/(<enderDest>.*)<cMun>3550308(.*)<UF>SP/, '$1<cMun>2927408$2<UF>BA'],
    ['<pICMS>18.00</pICMS><vICMS>18.00</vICMS>', '<pICMS>7.00</pICMS><vICMS>7.00</vICMS>'],
    ['<vICMS>18.00</vICMS><vICMSDeson>', '<vICMS>7.00</vICMS><vICMSDeson>'],
  ];
  const share = (value: string, kept = '0.00'): readonly [string, string] => [
    '<IBSCBS>',
    '<ICMSUFDest><vBCUFDest>100.00</vBCUFDest><pICMSUFDest>20.50</pICMSUFDest><pICMSInter>7.00</pICMSInter>' +
      `<pICMSInterPart>100.00</pICMSInterPart><vICMSUFDest>${value}</vICMSUFDest><vICMSUFRemet>${kept}</vICMSUFRemet></ICMSUFDest><IBSCBS>`,
  ];
  const total: readonly [string, string] = [
    '</vICMSDeson><vFCP>',
    '</vICMSDeson><vFCPUFDest>0.00</vFCPUFDest><vICMSUFDest>13.50</vICMSUFDest><vICMSUFRemet>0.00</vICMSUFRemet><vFCP>',
  ];
  expect(await company.answerTo([...normalRegime, ...interstate])).toBe(694);
  expect(await company.answerTo([...normalRegime, ...interstate, share('13.00')])).toBe(815);
  expect(await company.answerTo([...normalRegime, ...interstate, share('13.50', '2.70')])).toBe(816);
  expect(await company.answerTo([...normalRegime, ...interstate, fund('2.00', '2.00'), share('13.50')])).toBe(876);
  expect(await company.answerTo([...normalRegime, ...interstate, share('13.50')])).toBe(799);
  expect(await company.answerTo([...normalRegime, ...interstate, share('13.50'), total])).toBe(100);
  expect(await company.answerTo([...normalRegime, share('13.50')])).toBe(695);
  expect(
    await company.answerTo([
      ...normalRegime,
      ...interstate,
      ['<pICMS>7.00', '<pICMS>12.00'],
      ['<vICMS>7.00', '<vICMS>12.00'],
    ]),
  ).toBe(693);
});

test('a reduced rate is reduced by what its classification says, the zero rate of the municipality, too', async () => {
  const ofNothing = '<gRed><pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000</pAliqEfet></gRed>';
  const reduced: Edits = [
    ['<CST>000</CST><cClassTrib>000001', '<CST>200</CST><cClassTrib>200003'],
    [
      '</pIBSUF><vIBSUF>0.08',
      '</pIBSUF><gRed><pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000</pAliqEfet></gRed><vIBSUF>0.00',
    ],
    ['</pIBSMun><vIBSMun>', `</pIBSMun>${ofNothing}<vIBSMun>`],
    ['<vIBS>0.08</vIBS><gCBS><pCBS>', '<vIBS>0.00</vIBS><gCBS><pCBS>'],
    ['</pCBS><vCBS>0.74', '</pCBS><gRed><pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000</pAliqEfet></gRed><vCBS>0.00'],
    ['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>', '<vIBSUF>0.00</vIBSUF></gIBSUF><gIBSMun><vDif>'],
    ['<vIBS>0.08</vIBS><vCredPres>', '<vIBS>0.00</vIBS><vCredPres>'],
    ['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>0.00</vCBS><vCredPres>'],
  ];
  expect(await company.answerTo([...normalRegime, ...reduced])).toBe(100);
  expect(await company.answerTo([...normalRegime, ...reduced, [`</pIBSMun>${ofNothing}`, '</pIBSMun>']])).toBe(1074);
  const wrong: Edits = [
    ['<pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000', '<pRedAliq>60.0000</pRedAliq><pAliqEfet>0.0400'],
  ];
  expect(await company.answerTo([...normalRegime, ...reduced, ...wrong])).toBe(1034);
});

function fund(rate: string, value: string): Edits[number] {
  return ['</vICMS></ICMS00>', `</vICMS><pFCP>${rate}</pFCP><vFCP>${value}</vFCP></ICMS00>`];
}

function ipi(framework: string, situation: string): Edits[number] {
  return ['<PIS>', `<IPI><cEnq>${framework}</cEnq>${situation}</IPI><PIS>`];
}

/** Edits that make the recipient a taxpayer, who may be charged ICMS-ST. */
const toTaxpayer: Edits = [
  ['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>'],
  ['<indIEDest>9</indIEDest>', '<indIEDest>1</indIEDest><IE>110042490114</IE>'],
  ['<CFOP>', '<CEST>2800100</CEST><CFOP>'],
];

type Funds = Record<'own' | 'st', readonly [rate: string, value: string]>;

/** CST 10 at 18 % on a base that is 40 % higher, with FCP on both operations. */
function substituted(mode: string, funds?: Funds): Edits[number] {
  const own = funds && `<vBCFCP>100.00</vBCFCP><pFCP>${funds.own[0]}</pFCP><vFCP>${funds.own[1]}</vFCP>`;
  const st = funds && `<vBCFCPST>140.00</vBCFCPST><pFCPST>${funds.st[0]}</pFCPST><vFCPST>${funds.st[1]}</vFCPST>`;
  return [
    /<ICMS00>.*<\/ICMS00>/,
    '<ICMS10><orig>0</orig><CST>10</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS>' +
      `${own ?? ''}${mode}<vBCST>140.00</vBCST><pICMSST>18.00</pICMSST><vICMSST>7.20</vICMSST>${st ?? ''}</ICMS10>`,
  ];
}

function totalsOf(st: string, fundOfSt: string, note: string): Edits {
  return [
    ['<vBCST>0.00</vBCST><vST>0.00</vST><vFCPST>0.00', `<vBCST>140.00</vBCST><vST>${st}</vST><vFCPST>${fundOfSt}`],
    ...(fundOfSt === '0.00' ? [] : [['<vFCP>0.00</vFCP>', '<vFCP>2.00</vFCP>'] as const]),
    ['<vNF>100.00', `<vNF>${note}`],
    ['<vItem>100.00', `<vItem>${note}`],
    ['<vNFTot>100.00', `<vNFTot>${note}`],
    ['<vPag>100.00', `<vPag>${note}`],
  ];
}
