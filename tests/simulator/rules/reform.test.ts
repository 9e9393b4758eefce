import { expect, test } from 'vitest';
import { keyOf } from '../../domain/documents/check/adjustment-cases.ts';
import { checkEdits } from '../support/check-edits.ts';
import { normalRegime } from '../support/normal-regime.ts';
import type { Edits } from '../support/test-company.ts';

const ofClass = (situation: string, classification: string): Edits[number] => [
  '<CST>000</CST><cClassTrib>000001',
  `<CST>${situation}</CST><cClassTrib>${classification}`,
];
const regular =
  '<gTribRegular><CSTReg>000</CSTReg><cClassTribReg>000001</cClassTribReg><pAliqEfetRegIBSUF>0.1000</pAliqEfetRegIBSUF>' +
  '<vTribRegIBSUF>0.08</vTribRegIBSUF><pAliqEfetRegIBSMun>0.0000</pAliqEfetRegIBSMun><vTribRegIBSMun>0.00</vTribRegIBSMun>' +
  '<pAliqEfetRegCBS>0.9000</pAliqEfetRegCBS><vTribRegCBS>0.74</vTribRegCBS></gTribRegular>';

/** Goods under a suspension: nothing is charged, and the note shows what would be due without it. */
const suspended: Edits = [
  ...normalRegime,
  ofClass('550', '550001'),
  ['<pIBSUF>0.1000</pIBSUF><vIBSUF>0.08', '<pIBSUF>0.0000</pIBSUF><vIBSUF>0.00'],
  ['<vIBS>0.08</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>0.74', '<vIBS>0.00</vIBS><gCBS><pCBS>0.0000</pCBS><vCBS>0.00'],
  ['</gCBS></gIBSCBS>', `</gCBS>${regular}</gIBSCBS>`],
  ['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>', '<vIBSUF>0.00</vIBSUF></gIBSUF><gIBSMun><vDif>'],
  ['<vIBS>0.08</vIBS><vCredPres>', '<vIBS>0.00</vIBS><vCredPres>'],
  ['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>0.00</vCBS><vCredPres>'],
];

test('what is suspended shows what it would pay', () => {
  expect(checkEdits(suspended)).toBeUndefined();
});

test.each<[number, string, Edits[number]]>([
  [1065, 'a suspension that does not show it', [/<gTribRegular>.*<\/gTribRegular>/, '']],
  [1066, 'a situation that does not exist', ['<CSTReg>000', '<CSTReg>999']],
  [1067, 'a class that does not exist', ['<cClassTribReg>000001', '<cClassTribReg>000999']],
  [1067, 'a class that has ended', ['<cClassTribReg>000001', '<cClassTribReg>220001']],
  [1040, 'two cents more of the state', ['<vTribRegIBSUF>0.08', '<vTribRegIBSUF>0.10']],
  [1051, 'two cents of the municipality', ['<vTribRegIBSMun>0.00', '<vTribRegIBSMun>0.02']],
  [1068, 'two cents less of CBS', ['<vTribRegCBS>0.74', '<vTribRegCBS>0.72']],
  [1026, 'a rate beside it', ['<pIBSUF>0.0000', '<pIBSUF>0.1000']],
])('%i: %s', (expected, _what, edit) => {
  expect(checkEdits([...suspended, edit])).toBe(expected);
});

test('one cent of what would be due is rounding', () => {
  expect(checkEdits([...suspended, ['<vTribRegIBSUF>0.08', '<vTribRegIBSUF>0.09']])).toBeUndefined();
});

test('1114: what is taxed shows nothing beside its taxes', () => {
  expect(checkEdits([...normalRegime, ['</gCBS></gIBSCBS>', `</gCBS>${regular}</gIBSCBS>`]])).toBe(1114);
});

test('1023: a class is one from its first day to its last', () => {
  expect(checkEdits([...normalRegime, ofClass('220', '220001')])).toBe(1023);
});

test('830: the base that is left out is taxed as the rest', () => {
  expect(checkEdits([...normalRegime, ofClass('830', '830001')])).toBeUndefined();
  expect(checkEdits([...normalRegime, ofClass('830', '830001'), [/<gIBSCBS>.*<\/gIBSCBS>/, '']])).toBe(1022);
  expect(checkEdits([...normalRegime, ofClass('830', '830001'), ['<pCBS>0.9000', '<pCBS>0.0000']])).toBe(1037);
});

test('620: fuels say what is charged once, and only they', () => {
  const once =
    '<gIBSCBSMono><vTotIBSMonoItem>0.00</vTotIBSMonoItem><vTotCBSMonoItem>0.00</vTotCBSMonoItem></gIBSCBSMono>';
  const instead: Edits[number] = [/<gIBSCBS>.*<\/gIBSCBS>/, once];
  const ofFuel = [...normalRegime, ...fuel, ofClass('620', '620001')];
  expect(checkEdits([...normalRegime, ofClass('620', '620001')])).toBe(1106);
  expect(checkEdits(ofFuel)).toBe(1021);
  expect(checkEdits([...ofFuel, [/<gIBSCBS>.*<\/gIBSCBS>/, '']])).toBe(1116);
  expect(checkEdits([...ofFuel, instead, ...withoutAmounts])).toBeUndefined();
  expect(checkEdits([...normalRegime, instead])).toBe(1022);
  expect(checkEdits([...normalRegime, ofClass('410', '410999'), instead])).toBe(1151);
});

test('1115: fuels charged once need no group yet, nor what mends a note from before 2027', () => {
  const inHomologation = { environment: 2 } as const;
  const without = [...normalRegime, ...withoutGroup];
  const complement: Edits = [
    ['<finNFe>1', '<finNFe>2'],
    ['</verProc>', `</verProc><NFref><refNFe>${keyOf({ number: 7 })}</refNFe></NFref>`],
  ];
  expect(checkEdits(without, inHomologation)).toBe(1115);
  expect(checkEdits([...without, ...fuel], inHomologation)).toBeUndefined();
  expect(checkEdits([...without, ...complement], inHomologation)).toBeUndefined();
  expect(checkEdits(without)).toBeUndefined();
});

test('1105: an item is worth less by the ICMS that is deducted, and by no other exemption', () => {
  const exempted = (deducted: 0 | 1, value: string): Edits => [
    ...normalRegime,
    [
      /<ICMS00>.*<\/ICMS00>/,
      '<ICMS40><orig>0</orig><CST>40</CST><vICMSDeson>10.00</vICMSDeson><motDesICMS>9</motDesICMS>' +
        `<indDeduzDeson>${deducted}</indDeduzDeson></ICMS40>`,
    ],
    ['<vBC>100.00</vBC><vICMS>18.00</vICMS><vICMSDeson>0.00', '<vBC>0.00</vBC><vICMS>0.00</vICMS><vICMSDeson>10.00'],
    ...worth(value),
    ...(deducted ? [['<vNF>100.00', '<vNF>90.00'] as const, ['<vPag>100.00', '<vPag>90.00'] as const] : []),
  ];
  const inMaranhao = { state: 'MA' } as const;
  expect(checkEdits(exempted(1, '90.00'), inMaranhao)).toBeUndefined();
  expect(checkEdits(exempted(1, '100.00'), inMaranhao)).toBe(1105);
  expect(checkEdits(exempted(0, '100.00'), inMaranhao)).toBeUndefined();
  expect(checkEdits(exempted(0, '90.00'), inMaranhao)).toBe(1105);
});

test('in 2027 the rates of IBS are those of the law, CBS has one that nobody knows yet, and the price of the item contains all of it', () => {
  const onFirstDay = { at: new Date('2027-01-01T00:00:01-03:00') };
  const nextYear = (cbs = '8.7000', whole = '100.00'): Edits => [
    ...normalRegime,
    ['<pIBSUF>0.1000</pIBSUF><vIBSUF>0.08', '<pIBSUF>0.0500</pIBSUF><vIBSUF>0.04'],
    ['<pIBSMun>0.0000</pIBSMun><vIBSMun>0.00', '<pIBSMun>0.0500</pIBSMun><vIBSMun>0.04'],
    ['<pCBS>0.9000</pCBS><vCBS>0.74', `<pCBS>${cbs}</pCBS><vCBS>7.13`],
    ['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>', '<vIBSUF>0.04</vIBSUF></gIBSUF><gIBSMun><vDif>'],
    [
      '<vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.08</vIBS><vCredPres>',
      '<vIBSMun>0.04</vIBSMun></gIBSMun><vIBS>0.08</vIBS><vCredPres>',
    ],
    ['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>7.13</vCBS><vCredPres>'],
    ...worth(whole),
  ];
  expect(checkEdits(nextYear(), onFirstDay)).toBeUndefined();
  expect(checkEdits(nextYear('8.7000', '107.21'), onFirstDay)).toBe(1105);
  expect(checkEdits(nextYear('0.0000'), onFirstDay)).toBe(1037);
  expect(checkEdits(normalRegime, onFirstDay)).toBe(1026);
  expect(checkEdits([...nextYear(), ['<pIBSMun>0.0500', '<pIBSMun>0.0000']], onFirstDay)).toBe(1036);
});

/** The value of the only item, different from the ordinary note's. */
function worth(value: string): Edits {
  if (value === '100.00') return [];
  return [
    ['<vItem>100.00', `<vItem>${value}`],
    ['<vNFTot>100.00', `<vNFTot>${value}`],
  ];
}

/** Gasoline at a station, whose taxes were charged earlier. */
const fuel: Edits = [
  ['<CFOP>5102', '<CFOP>5656'],
  ['<NCM>19059090', '<NCM>27101259'],
  ['<uTrib>KG', '<uTrib>L'],
  [
    '<indTot>1</indTot>',
    '<indTot>1</indTot><comb><cProdANP>320102001</cProdANP><descANP>Gasolina</descANP><UFCons>SP</UFCons></comb>',
  ],
  [
    /<ICMS00>.*<\/ICMS00>/,
    '<ICMS61><orig>0</orig><CST>61</CST><qBCMonoRet>4.0000</qBCMonoRet><adRemICMSRet>1.5700</adRemICMSRet>' +
      '<vICMSMonoRet>6.28</vICMSMonoRet></ICMS61>',
  ],
  ['<vBC>100.00</vBC><vICMS>18.00</vICMS><vICMSDeson>', '<vBC>0.00</vBC><vICMS>0.00</vICMS><vICMSDeson>'],
  ['</vFCPSTRet>', '</vFCPSTRet><qBCMonoRet>4.00</qBCMonoRet><vICMSMonoRet>6.28</vICMSMonoRet>'],
];

const withoutGroup: Edits = [
  [/<IBSCBS>.*<\/IBSCBS>/, ''],
  [/<vItem>.*<\/vItem>/, ''],
  [/<IBSCBSTot>.*<\/vNFTot>/, ''],
];

const withoutAmounts: Edits = [[/<IBSCBSTot>.*<\/IBSCBSTot>/, '<IBSCBSTot><vBCIBSCBS>0.00</vBCIBSCBS></IBSCBSTot>']];
