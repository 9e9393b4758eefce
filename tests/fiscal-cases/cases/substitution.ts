import { line } from '../arithmetic.ts';
import type { FiscalCase, ItemBody, Sale } from '../fiscal-case.ts';
import { consumer, person, taxpayer } from '../people.ts';
import type { State } from '../states.ts';

const net = 'ICMSTot/vNF = 10 × 100.00 = 1000.00';
const cest = '2800100';
const margin = { cest, icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cfop: '5403' } as const;

/** The ICMS of later operations that the issuer collects, by CST and by way of finding the base. */
export const substitution: FiscalCase[] = [
  st('CST 10: by margin', { icmsSituation: '10', icmsRate: '18', ...margin }, [
    'ICMS10/vBCST = 1000.00 × 140% = 1400.00',
    'ICMS10/vICMSST = 1400.00 × 18% − 180.00 = 72.00',
    'ICMSTot/vST = 72.00',
    'ICMSTot/vNF = 1000.00 + 72.00 = 1072.00',
  ]),
  st(
    'CST 10: by margin, with IPI in the base',
    { icmsSituation: '10', icmsRate: '18', ...margin, ipiSituation: '50', ipiRate: '5' },
    [
      'ICMS10/vBCST = 1050.00 × 140% = 1470.00',
      'ICMS10/vICMSST = 1470.00 × 18% − 180.00 = 84.60',
      'ICMSTot/vNF = 1000.00 + 50.00 + 84.60 = 1134.60',
    ],
  ),
  st(
    'CST 10: with the fund of the state',
    { icmsSituation: '10', icmsRate: '18', ...margin, fcpRate: '2', fcpStRate: '2' },
    [
      'ICMS10/vFCP = 1000.00 × 2% = 20.00',
      'ICMS10/vFCPST = 1400.00 × 2% − 20.00 = 8.00',
      'ICMSTot/vNF = 1000.00 + 72.00 + 8.00 = 1080.00',
    ],
  ),
  ...(['0', '1', '2', '3', '5'] as const).map((icmsStModBc) =>
    st(
      `CST 10: by a published price of one unit, mode ${icmsStModBc}`,
      { ...margin, icmsSituation: '10', icmsRate: '18', icmsStModBc, icmsStMva: null, icmsStUnitPrice: '150.5' },
      [
        `ICMS10/modBCST = ${icmsStModBc}`,
        'ICMS10/pMVAST = absent',
        'ICMS10/vBCST = 10 × 150.5 = 1505.00',
        'ICMS10/vICMSST = 1505.00 × 18% − 180.00 = 90.90',
      ],
    ),
  ),
  st(
    'CST 10: by what the operation is worth, mode 6',
    { ...margin, icmsSituation: '10', icmsRate: '12', icmsStModBc: '6' },
    ['ICMS10/modBCST = 6', 'ICMS10/vBCST = 10 × 100.00 = 1000.00', 'ICMS10/vICMSST = 1000.00 × 18% − 120.00 = 60.00'],
  ),
  st(
    'CST 10: by the base of the whole line, reduced',
    {
      ...margin,
      icmsSituation: '10',
      icmsRate: '18',
      icmsStModBc: '5',
      icmsStMva: null,
      icmsStBase: '1600',
      icmsStRedBc: '10',
    },
    [
      'ICMS10/pRedBCST = 10.0000',
      'ICMS10/vBCST = 1600 × 90% = 1440.00',
      'ICMS10/vICMSST = 1440.00 × 18% − 180.00 = 79.20',
    ],
  ),
  st('CST 30: exempt, with substitution', { ...margin, icmsSituation: '30', benefitCode: 'SP010010' }, [
    'ICMS30/vICMSST = 1400.00 × 18% = 252.00',
    'ICMSTot/vICMS = 0.00',
    'ICMSTot/vNF = 1000.00 + 252.00 = 1252.00',
  ]),
  st(
    'CST 70: both bases are reduced',
    { ...margin, icmsSituation: '70', icmsRate: '18', icmsRedBc: '20', icmsStRedBc: '20', benefitCode: 'SP020010' },
    [
      'ICMS70/vBC = 1000.00 × 80% = 800.00',
      'ICMS70/vICMS = 800.00 × 18% = 144.00',
      'ICMS70/vBCST = 1400.00 × 80% = 1120.00',
      'ICMS70/vICMSST = 1120.00 × 18% − 144.00 = 57.60',
    ],
  ),
  st('CST 90: charges both where both are given', { ...margin, icmsSituation: '90', icmsRate: '18' }, [
    'ICMS90/vICMS = 1000.00 × 18% = 180.00',
    'ICMS90/vICMSST = 1400.00 × 18% − 180.00 = 72.00',
  ]),
  st(
    'CST 10: never less than nothing',
    { ...margin, icmsSituation: '10', icmsRate: '18', icmsStModBc: '6', icmsStRate: '12' },
    ['ICMS10/vICMSST = 0.00', 'ICMSTot/vNF = 10 × 100.00 = 1000.00'],
  ),
  ...(
    [
      ['RJ', '20', '2', '12'],
      ['MG', '18', null, '12'],
      ['BA', '20.5', '2', '7'],
      ['ES', '17', null, '7'],
      ['PE', '20.5', '2', '7'],
    ] satisfies [State, string, string | null, string][]
  ).map(([state, inside, fund, between]): FiscalCase => ({
    of: `CST 10: SP to ${state}, by the adjusted margin that is sent${fund ? ' and with the fund of the destination' : ''}`,
    source: 'Convênio ICMS 142/2018, clauses 7 and 11; protocols between the states',
    sale: {
      by: { substituteStateRegistrations: {} },
      to: taxpayer(state),
      item: { ...margin, cfop: '6403', icmsSituation: '10', icmsStMva: '56.1', icmsStRate: inside, fcpStRate: fund },
    },
    gives: [
      line('ICMS10/vICMS', `1000.00 × ${between}%`),
      'ICMS10/vBCST = 1000.00 × 156.1% = 1561.00',
      line('ICMS10/vICMSST', `1561.00 × ${inside}% − 1000.00 × ${between}%`),
      ...(fund ? [line('ICMS10/vFCPST', `1561.00 × ${fund}%`)] : ['ICMS10/vFCPST = absent']),
    ],
  })),
  {
    of: 'CST 60: collected before, with what was retained, to a reseller of São Paulo',
    source: 'NT 2018.005 v1.52, N12-81 (938); Convênio ICMS 142/2018',
    sale: {
      item: {
        ...{ icmsSituation: '60', cest, cfop: '5405' },
        retainedSt: { base: '1400', rate: '18', ownValue: '180', value: '72' },
      },
    },
    gives: [
      'ICMS60/vBCSTRet = 1400.00',
      'ICMS60/pST = 18.0000',
      'ICMS60/vICMSSubstituto = 180.00',
      'ICMS60/vICMSSTRet = 72.00',
      'ICMSTot/vST = 0.00',
      net,
    ],
  },
  {
    of: 'CST 60: to a person, with the effective ICMS',
    source: 'NT 2018.005 v1.52, N12-82 (906)',
    sale: {
      to: person('SP'),
      item: { icmsSituation: '60', cest, cfop: '5405', effectiveIcms: { rate: '18', baseReduction: '10' } },
    },
    gives: ['ICMS60/vBCEfet = 1000.00 × 90% = 900.00', 'ICMS60/vICMSEfet = 900.00 × 18% = 162.00', net],
  },
  {
    of: 'CST 60: to a person of another state, whose state gets its share all the same',
    source: 'EC 87/2015; LC 190/2022; NT 2015.003, NA01-20 (694)',
    sale: { to: person('BA'), item: { icmsSituation: '60', cest, cfop: '6108' } },
    gives: [
      'ICMSUFDest/vBCUFDest = 10 × 100.00 = 1000.00',
      'ICMSUFDest/vICMSUFDest = 1000.00 × (20.5% − 7%) = 135.00',
      'ICMSTot/vICMS = 0.00',
    ],
  },
  {
    of: 'CST 10 without its CEST',
    source: 'Convênio ICMS 142/2018 clause 20; NT 2020.005, I05c-10 (806)',
    sale: { item: { ...margin, cest: null, icmsSituation: '10', icmsRate: '18' } },
    refused: { code: 'invalid_taxation', path: 'items[0].cest' },
    authority: { cStat: 806, mended: { item: { cest } }, forged: [[`<CEST>${cest}</CEST>`, '']] },
  },
  {
    of: 'CST 10 by margin without the margin',
    source: 'NT 2019.001 v1.70, N19 (932)',
    sale: { item: { ...margin, icmsSituation: '10', icmsRate: '18', icmsStMva: null } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsStMva' },
    authority: 'rule 932 is put into force by no state that is known',
  },
  {
    of: 'CST 10 by a list without its price',
    source: 'MOC 7.0 Anexo I, N18 and N21',
    sale: { item: { ...margin, icmsSituation: '10', icmsRate: '18', icmsStModBc: '5' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsStBase' },
    authority: 'only the seller knows the list',
  },
  {
    of: 'CST 60 to a reseller of São Paulo without what was retained',
    source: 'NT 2018.005 v1.52, N12-81 (938)',
    sale: { item: { icmsSituation: '60', cest, cfop: '5405' } },
    refused: { code: 'invalid_taxation', path: 'items[0].retainedSt' },
    authority: {
      cStat: 938,
      mended: { item: { retainedSt: { base: '1400', rate: '18', value: '72' } } },
      forged: [['<vBCSTRet>1400.00</vBCSTRet><pST>18.0000</pST><vICMSSTRet>72.00</vICMSSTRet>', '']],
    },
  },
  {
    of: 'CST 50 to a person: goods on their way to be repaired',
    source: 'NT 2023.001 v1.60, N12-70 (508), exception of CFOPs with indRemes or indRetor',
    sale: { to: person('SP'), item: { icmsSituation: '50', cfop: '5915', benefitCode: 'SP053190' } },
    gives: ['ICMS40/CST = 50', 'CFOP = 5915', 'indIEDest = 9'],
  },
  {
    of: 'CST 51 to a taxpayer who is let be without registration',
    source: 'MOC 7.0 Anexo I, N12-80 (529)',
    sale: {
      by: { state: 'PA' },
      to: { ...taxpayer('PA'), stateRegistration: 'ISENTO', taxpayerType: 'ISENTO' },
      item: { icmsSituation: '51', icmsRate: '19' },
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 529,
      mended: { item: { icmsSituation: '41' } },
      forged: [['<CST>41</CST></ICMS40>', '<CST>50</CST></ICMS40>']],
    },
  },
  {
    of: 'CST 10 to a hospital that pays no ICMS',
    source: 'NT 2023.001 v1.60, N12-70 (508)',
    sale: { to: consumer('SP'), item: { ...margin, icmsSituation: '10', icmsRate: '18' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 508,
      mended: { item: { icmsSituation: '41', cfop: '5102' } },
      forged: [['<CST>41</CST></ICMS40>', '<CST>50</CST></ICMS40>']],
    },
  },
];

/** A case of substitution inside São Paulo, between two taxpayers. */
function st(of: string, item: Partial<ItemBody>, gives: string[], sale: Sale = {}): FiscalCase {
  return {
    of,
    source: `Convênio ICMS 142/2018; LC 87/1996 art. 8; MOC 7.0 Anexo I, N10 to N90`,
    sale: { ...sale, item },
    gives,
  };
}
