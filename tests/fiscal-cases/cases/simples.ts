import type { FiscalCase, ItemBody, Seller } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';
import { cbsOf2027 } from './inclusive-price.ts';

const cest = '2800100';
const margin = { cest, icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cfop: '5403' } as const;
const by: Seller = { taxRegime: 'SIMPLES' };
const mei: Seller = { taxRegime: 'MEI' };
/** A seller within Simples, with the IBS and CBS fields that 2027 demands. */
const inside: Seller = {
  taxRegime: 'SIMPLES',
  simplesIbsRate: { '2027-01-01': '0.0215' },
  simplesCbsRate: { '2027-01-01': '0.8765' },
};
const ofSimples = { ibsCbsClassification: '000001', simplesActivity: '01' } as const;
const excess: Seller = { taxRegime: 'SIMPLES_EXCESS' };
const net = 'ICMSTot/vNF = 10 × 100.00 = 1000.00';
const law = 'LC 123/2006 arts. 13 and 23; Resolução CGSN 140/2018 arts. 58 and 60';
const meiRule = 'NT 2024.001 v1.20, in production since 2025-04-01';

/** Companies in Simples Nacional: CSOSN of every kind, entrepreneurs, and those above the limit. */
export const simples: FiscalCase[] = [
  of('CSOSN 101: the buyer may take a credit', { icmsSituation: '101', icmsSnCreditRate: '2.56' }, [
    'ICMSSN101/pCredSN = 2.5600',
    'ICMSSN101/vCredICMSSN = 1000.00 × 2.56% = 25.60',
    'ICMSTot/vICMS = 0.00',
    net,
  ]),
  of(
    'CSOSN 101: the credit is on what the operation is worth',
    { icmsSituation: '101', icmsSnCreditRate: '1.25', freight: '50', discount: '150' },
    ['ICMSSN101/vCredICMSSN = 900.00 × 1.25% = 11.25', 'ICMSTot/vNF = 1000.00 + 50 − 150 = 900.00'],
  ),
  ...(['102', '103', '300', '400'] as const).map((icmsSituation) =>
    of(`CSOSN ${icmsSituation}: no ICMS beside the single collection`, { icmsSituation }, [
      `ICMSSN102/CSOSN = ${icmsSituation}`,
      'ICMSTot/vICMS = 0.00',
      'IBSCBS = absent',
      net,
    ]),
  ),
  of(
    'CSOSN 201: substitution less the ICMS that the normal regime would have, with a credit',
    { ...margin, icmsSituation: '201', icmsSnCreditRate: '2.5' },
    [
      'ICMSSN201/vICMSST = 1400.00 × 18% − 1000.00 × 18% = 72.00',
      'ICMSSN201/vCredICMSSN = 1000.00 × 2.5% = 25.00',
      'ICMSTot/vNF = 1000.00 + 72.00 = 1072.00',
    ],
  ),
  of('CSOSN 202: substitution without a credit', { ...margin, icmsSituation: '202' }, [
    'ICMSSN202/vICMSST = 1400.00 × 18% − 1000.00 × 18% = 72.00',
    'ICMSTot/vNF = 1000.00 + 72.00 = 1072.00',
  ]),
  of(
    'CSOSN 203: exempt by its revenue, with substitution',
    { ...margin, icmsSituation: '203', icmsStModBc: '6', icmsStRate: '25' },
    ['ICMSSN202/CSOSN = 203', 'ICMSSN202/vICMSST = 1000.00 × 25% − 1000.00 × 18% = 70.00'],
  ),
  of(
    'CSOSN 500: collected before, with what was retained',
    { icmsSituation: '500', cest, cfop: '5405', retainedSt: { base: '800', rate: '18', value: '54' } },
    ['ICMSSN500/vBCSTRet = 800.00', 'ICMSSN500/vICMSSTRet = 54.00', net],
  ),
  of('CSOSN 900: charges what it is given', { icmsSituation: '900', icmsRate: '18', icmsRedBc: '10' }, [
    'ICMSSN900/vBC = 1000.00 × 90% = 900.00',
    'ICMSSN900/vICMS = 900.00 × 18% = 162.00',
    'ICMSTot/vICMS = 162.00',
  ]),
  of('CSOSN 900: nothing where nothing is given', { icmsSituation: '900' }, ['ICMSSN900/vICMS = absent', net]),
  {
    of: 'CSOSN 202: to another state, less the ICMS between the two',
    source: `${law}; Convênio ICMS 142/2018 clause 11`,
    sale: { by, to: taxpayer('MG'), item: { ...margin, cfop: '6403', icmsSituation: '202' } },
    gives: ['ICMSSN202/vICMSST = 1400.00 × 18% − 1000.00 × 12% = 132.00'],
  },
  {
    of: 'CSOSN 102: to a person of another state nothing is shared',
    source: 'STF ADI 5464; NT 2015.003, NA01-20 (694), exception of CRT 1',
    sale: { by, to: person('BA'), item: { icmsSituation: '102' } },
    gives: ['CFOP = 6108', 'ICMSUFDest = absent', net],
  },
  {
    of: 'CSOSN 102: PIS and COFINS are in the single collection',
    source: 'LC 123/2006 art. 13; MOC 7.0 Anexo I, Q06 49',
    sale: { by: { ...by, taxDefaults: { pisSituation: null, cofinsSituation: null } }, item: { icmsSituation: '102' } },
    gives: ['PISOutr/CST = 49', 'COFINSOutr/CST = 49', 'ICMSTot/vPIS = 0.00'],
  },
  {
    of: 'CRT 4: an entrepreneur sells by CSOSN 102',
    source: `${meiRule}, N12a-80 (782) and N12a-90 (337)`,
    sale: { by: mei, item: { icmsSituation: '102' } },
    gives: ['CRT = 4', 'CFOP = 5102', net],
  },
  {
    of: 'CRT 4: an entrepreneur sells to a person of another state by 6102',
    source: `${meiRule}, N12a-90 (337)`,
    sale: { by: mei, to: person('RJ'), item: { icmsSituation: '102' } },
    gives: ['CRT = 4', 'CFOP = 6102', 'ICMSUFDest = absent'],
  },
  {
    of: 'CRT 4: an entrepreneur by CSOSN 500',
    source: `${meiRule}, N12a-80 (782)`,
    sale: { by: mei, to: person('SP'), item: { icmsSituation: '500', cest, cfop: '5405' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 782,
      mended: { item: { icmsSituation: '102', cfop: '5102' } },
      forged: [['<CSOSN>102</CSOSN>', '<CSOSN>103</CSOSN>']],
    },
  },
  {
    of: 'CRT 4: an entrepreneur by CFOP 5101',
    source: `${meiRule}, N12a-90 (337); Ajuste SINIEF 3/2022`,
    sale: { by: mei, item: { icmsSituation: '102', cfop: '5101' } },
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: { cStat: 337, mended: { item: { cfop: '5102' } }, forged: [['<CFOP>5102</CFOP>', '<CFOP>5101</CFOP>']] },
  },
  {
    of: 'CRT 2: above the limit the ICMS is paid outside, by CST',
    source: 'LC 123/2006 art. 13-A; MOC 7.0 Anexo I, C21',
    sale: { by: excess, item: { icmsSituation: '00' } },
    gives: ['CRT = 2', 'ICMS00/vICMS = 1000.00 × 18% = 180.00', 'IBSCBS = absent', net],
  },
  {
    of: 'CRT 2: above the limit a person of another state has the share paid',
    source: 'EC 87/2015; LC 123/2006 art. 13-A; STF ADI 5464',
    sale: { by: excess, to: person('BA'), item: { icmsSituation: '00' } },
    gives: ['ICMSUFDest/vICMSUFDest = 1000.00 × (20.5% − 7%) = 135.00'],
  },
  {
    of: 'CST 00 of a company in Simples',
    source: 'MOC 7.0 Anexo I, N12-20 (590)',
    sale: { by, item: { icmsSituation: '00' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 590,
      mended: { item: { icmsSituation: '102' } },
      forged: [
        ['<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>', '<ICMS40><orig>0</orig><CST>41</CST></ICMS40>'],
      ],
    },
  },
  {
    of: 'CSOSN 102 of a company of the normal regime',
    source: 'MOC 7.0 Anexo I, N12a-10 (591)',
    sale: { item: { icmsSituation: '102' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 591,
      mended: { item: { icmsSituation: '41' } },
      forged: [
        ['<ICMS40><orig>0</orig><CST>41</CST></ICMS40>', '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>'],
      ],
    },
  },
  {
    of: 'CSOSN 101 without the rate of its credit',
    source: 'LC 123/2006 art. 23 § 2º; MOC 7.0 Anexo I, N29',
    sale: { by, item: { icmsSituation: '101' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSnCreditRate' },
    authority: 'the schema has no group without it',
  },
  {
    of: 'CSOSN 202 to a person who pays no ICMS',
    source: 'NT 2023.001 v1.60, N12a-70 (600)',
    sale: { by, to: person('SP'), item: { ...margin, icmsSituation: '202' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 600,
      mended: { item: { icmsSituation: '102', cfop: '5102', cest: null } },
      forged: [
        [
          '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>',
          '<ICMSSN900><orig>0</orig><CSOSN>900</CSOSN></ICMSSN900>',
        ],
      ],
    },
  },
  ...(
    [
      ['CRT 1', inside, { ...ofSimples, icmsSituation: '102' }],
      ['CRT 2', { ...inside, taxRegime: 'SIMPLES_EXCESS' }, { ...ofSimples, icmsSituation: '00' }],
    ] as const
  ).flatMap(([crt, seller, item]): FiscalCase[] => [
    {
      of: `${crt} with a class of IBS and CBS, on the last day of 2026: the rates of the law`,
      source: 'LC 214/2025 art. 346; NT 2026.005 v1.00',
      sale: { by: seller, item, on: '2026-12-31' },
      gives: ['pIBSUF = 0.1000', 'pCBS = 0.9000', 'cAtivSN = absent'],
    },
    {
      of: `${crt} on the first day of 2027: both are part of Simples, in whole or in part, and no published schema has their group`,
      source: 'LC 214/2025; Ato Conjunto RFB/CGIBS 4/2026 § 1; NT 2026.005 v1.00',
      sale: { by: seller, item, on: '2027-01-01' },
      gives: ['IBSCBS = absent', 'IBSCBSTot = absent', 'vItem = absent', 'vNFTot = absent', net],
    },
  ]),
  {
    of: 'CRT 1 in the regular regime of IBS and CBS by option: the rates of the law',
    source: 'LC 214/2025 art. 41 § 3º; NT 2026.005 v1.00',
    sale: {
      by: { ...inside, ibsCbsRegime: { '2027-01-01': 'REGULAR' } },
      item: { ...ofSimples, icmsSituation: '102' },
      on: '2027-01-01',
      rates: cbsOf2027,
    },
    gives: ['gIBSCBS/vBC = 1000.00 ÷ 1.088 = 919.12', 'gCBS/vCBS = 919.12 × 8.7% = 79.96', 'vNFTot = 1000.00'],
  },
  {
    of: 'CRT 4 with a class of IBS and CBS, in 2027: it pays a fixed sum',
    source: 'LC 123/2006 art. 18-A; NT 2026.005 v1.00',
    sale: { by: mei, item: { icmsSituation: '102', ibsCbsClassification: '000001' }, on: '2027-01-01' },
    gives: ['IBSCBS = absent', net],
  },
  {
    of: 'Activity 90 of Simples with a class that is revenue',
    source: 'NT 2026.005 v1.00, UB14-90 (1277)',
    sale: { by: inside, item: { ...ofSimples, icmsSituation: '102', simplesActivity: '90' }, on: '2027-01-01' },
    refused: { code: 'invalid_taxation', path: 'items[0].simplesActivity' },
    authority:
      'no published schema has cAtivSN: tests/simulator/rules/simples-group.test.ts judges it by one of our own',
  },
  {
    of: 'An activity of Simples in the normal regime',
    source: 'NT 2026.005 v1.00',
    sale: { item: { icmsSituation: '00', simplesActivity: '01' }, on: '2026-12-14' },
    refused: { code: 'invalid_taxation', path: 'items[0].simplesActivity' },
    authority: 'no rule of NT 2026.005 but 1277 is published',
  },
];

function of(title: string, item: Partial<ItemBody>, gives: string[]): FiscalCase {
  return { of: title, source: law, sale: { by, item }, gives };
}
