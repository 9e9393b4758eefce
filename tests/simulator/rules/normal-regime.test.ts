import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Applicant, Edits } from '../support/judged.ts';
import { applicant } from '../support/judged.ts';
import { normalRegime } from '../support/normal-regime.ts';

jest.setTimeout(30_000);

let company: Applicant;

beforeAll(async () => {
  company = await applicant();
});
afterAll(() => company.started.stop());

/** Faults of a note of the normal regime, beside the ones above. */
const normalFaults: readonly (readonly [number, string, Edits])[] = [
  [
    591,
    'a code of Simples from a company of the normal regime',
    [[/<ICMS00>.*<\/ICMS00>/, '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>']],
  ],
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
  const share = (value: string): readonly [string, string] => [
    '<IBSCBS>',
    '<ICMSUFDest><vBCUFDest>100.00</vBCUFDest><pICMSUFDest>20.50</pICMSUFDest><pICMSInter>7.00</pICMSInter>' +
      `<pICMSInterPart>100.00</pICMSInterPart><vICMSUFDest>${value}</vICMSUFDest><vICMSUFRemet>0.00</vICMSUFRemet></ICMSUFDest><IBSCBS>`,
  ];
  const total: readonly [string, string] = [
    '</vICMSDeson><vFCP>',
    '</vICMSDeson><vFCPUFDest>0.00</vFCPUFDest><vICMSUFDest>13.50</vICMSUFDest><vICMSUFRemet>0.00</vICMSUFRemet><vFCP>',
  ];
  expect(await company.answerTo([...normalRegime, ...interstate])).toBe(694);
  expect(await company.answerTo([...normalRegime, ...interstate, share('13.00')])).toBe(815);
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

test('a reduced rate is reduced by what its classification says', async () => {
  const reduced: Edits = [
    ['<CST>000</CST><cClassTrib>000001', '<CST>200</CST><cClassTrib>200003'],
    [
      '</pIBSUF><vIBSUF>0.08',
      '</pIBSUF><gRed><pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000</pAliqEfet></gRed><vIBSUF>0.00',
    ],
    ['<vIBS>0.08</vIBS><gCBS><pCBS>', '<vIBS>0.00</vIBS><gCBS><pCBS>'],
    ['</pCBS><vCBS>0.74', '</pCBS><gRed><pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000</pAliqEfet></gRed><vCBS>0.00'],
    ['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>', '<vIBSUF>0.00</vIBSUF></gIBSUF><gIBSMun><vDif>'],
    ['<vIBS>0.08</vIBS><vCredPres>', '<vIBS>0.00</vIBS><vCredPres>'],
    ['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>0.00</vCBS><vCredPres>'],
  ];
  expect(await company.answerTo([...normalRegime, ...reduced])).toBe(100);
  const wrong: Edits = [
    ['<pRedAliq>100.0000</pRedAliq><pAliqEfet>0.0000', '<pRedAliq>60.0000</pRedAliq><pAliqEfet>0.0400'],
  ];
  expect(await company.answerTo([...normalRegime, ...reduced, ...wrong])).toBe(1034);
});
