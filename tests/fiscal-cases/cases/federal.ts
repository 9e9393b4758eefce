import { line, rate } from '../arithmetic.ts';
import type { FiscalCase } from '../fiscal-case.ts';
import { person } from '../people.ts';

const charged = { icmsSituation: '00' } as const;
const net = 'ICMSTot/vNF = 10 × 100.00 = 1000.00';
const ipiTable = 'NT 2015.002 v1.41, annex XIV; RIPI (Decreto 7.212/2010)';
const contributionTable = 'Tabela CST PIS/COFINS, IN RFB 2.121/2022; MOC 7.0 Anexo I, groups Q and S';

/** The legal framework that each situation asks for. */
const frameworks = { '52': '301', '54': '001', '55': '101', '02': '301', '04': '001', '05': '101' } as const;

/** IPI of every situation. */
export const ipi: FiscalCase[] = [
  {
    of: 'IPI by unit, as the law has it for tobacco and drinks',
    source: 'Lei 7.798/1989; Decreto 7.212/2010 arts. 200 to 209; MOC 7.0 Anexo I, O11 and O12',
    sale: {
      item: { icmsSituation: '00', ipiSituation: '50', ipiUnitRate: '1.5', taxUnit: 'VN', taxQuantity: '4' },
    },
    gives: [
      'IPITrib/CST = 50',
      'IPITrib/qUnid = 4.0000',
      'IPITrib/vUnid = 1.5000',
      'IPITrib/vIPI = 4 × 1.5 = 6.00',
      'IPITrib/pIPI = absent',
      'ICMSTot/vIPI = 6.00',
      'vNF = 1006.00',
    ],
  },
  {
    of: 'IPI by rate and by unit at once',
    source: 'MOC 7.0 Anexo I, O10 to O13 (PL_010f v1.04: a choice)',
    sale: { item: { icmsSituation: '00', ipiSituation: '50', ipiRate: '10', ipiUnitRate: '1.5' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ipiRate' },
    authority: 'the schema takes one of them alone',
  },
  {
    of: 'IPI by unit of what is exempt',
    source: 'MOC 7.0 Anexo I, O08',
    sale: { item: { icmsSituation: '00', ipiSituation: '52', ipiFramework: '301', ipiUnitRate: '1.5' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ipiSituation' },
    authority: 'the schema has no place for it',
  },
  ...(['50', '00', '49', '99'] as const).map((ipiSituation): FiscalCase => {
    const isEntry = ipiSituation === '00' || ipiSituation === '49';
    return {
      of: `IPI ${ipiSituation}: charged by rate${isEntry ? ', of goods that enter' : ''}`,
      source: `${ipiTable}; MOC 7.0 Anexo I, O07`,
      sale: {
        item: { ...charged, ipiSituation, ipiRate: '5', ...(isEntry ? { cfop: '1102' } : {}) },
        ...(isEntry ? { document: { operationType: 'IN' } } : {}),
      },
      gives: [
        `IPITrib/CST = ${ipiSituation}`,
        'IPI/cEnq = 999',
        'IPITrib/pIPI = 5.0000',
        'IPITrib/vIPI = 1000.00 × 5% = 50.00',
        'ICMSTot/vNF = 1000.00 + 50.00 = 1050.00',
      ],
    };
  }),
  ...(['51', '52', '53', '54', '55'] as const).map((ipiSituation): FiscalCase => {
    const framework = ipiSituation === '51' || ipiSituation === '53' ? '999' : frameworks[ipiSituation];
    return {
      of: `IPI ${ipiSituation}: not charged, by framework ${framework}`,
      source: `${ipiTable}, O06 and O09-10 (388)`,
      sale: { item: { ...charged, ipiSituation, ipiFramework: framework } },
      gives: [`IPINT/CST = ${ipiSituation}`, `IPI/cEnq = ${framework}`, 'ICMSTot/vIPI = 0.00', net],
    };
  }),
  ...(['01', '02', '03', '04', '05'] as const).map((ipiSituation): FiscalCase => {
    const framework = ipiSituation === '01' || ipiSituation === '03' ? '999' : frameworks[ipiSituation];
    return {
      of: `IPI ${ipiSituation}: not charged on goods that enter, by framework ${framework}`,
      source: `${ipiTable}, O06 and O09-10 (388)`,
      sale: {
        item: { ...charged, cfop: '1102', ipiSituation, ipiFramework: framework },
        document: { operationType: 'IN' },
      },
      gives: [`IPINT/CST = ${ipiSituation}`, `IPI/cEnq = ${framework}`, 'tpNF = 0'],
    };
  }),
  {
    of: 'IPI above 100 %, of cigarettes',
    source: 'Decreto 7.555/2011 (300 % of the retail price times 15 %); MOC 7.0 Anexo I, O13',
    sale: { item: { ...charged, ipiSituation: '50', ipiRate: '300' } },
    gives: [
      'IPITrib/pIPI = 300.0000',
      'IPITrib/vIPI = 1000.00 × 300% = 3000.00',
      'ICMSTot/vNF = 1000.00 + 3000.00 = 4000.00',
    ],
  },
  {
    of: 'IPI on freight, insurance and other costs; not on the discount',
    source: 'RIPI art. 190; Lei 4.502/1964 art. 14; CF art. 146 III a (discounts, RE 567.935)',
    sale: { item: { ...charged, ipiSituation: '50', ipiRate: '10', freight: '50', otherCosts: '10', discount: '60' } },
    gives: ['IPITrib/vBC = 1000.00 + 50 + 10 − 60 = 1000.00', 'IPITrib/vIPI = 1000.00 × 10% = 100.00'],
  },
  {
    of: 'IPI 52 by the framework of others',
    source: `${ipiTable}, O09-10 (388)`,
    sale: { item: { ...charged, ipiSituation: '52', ipiFramework: '999' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ipiFramework' },
    authority: {
      cStat: 388,
      mended: { item: { ipiFramework: '301' } },
      forged: [['<cEnq>301</cEnq>', '<cEnq>999</cEnq>']],
    },
  },
  {
    of: 'IPI 50 without its rate',
    source: 'MOC 7.0 Anexo I, O13',
    sale: { item: { ...charged, ipiSituation: '50' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ipiRate' },
    authority: 'nothing is said that could be wrong',
  },
];

/** PIS and COFINS of every situation. */
export const contributions: FiscalCase[] = [
  ...(['01', '02'] as const).map((code): FiscalCase => ({
    of: `PIS and COFINS ${code}: by rate, on the price without ICMS`,
    source: `${contributionTable}; STF Tema 69`,
    sale: { item: { ...charged, pisSituation: code, pisRate: '1.65', cofinsSituation: code, cofinsRate: '7.6' } },
    gives: [
      `PISAliq/CST = ${code}`,
      'PISAliq/pPIS = 1.6500',
      'ICMSTot/vPIS = 820.00 × 1.65% = 13.53',
      'ICMSTot/vCOFINS = 820.00 × 7.6% = 62.32',
    ],
  })),
  ...(['04', '05', '06', '07', '08', '09'] as const).map((code): FiscalCase => ({
    of: `PIS and COFINS ${code}: not charged`,
    source: contributionTable,
    sale: { item: { ...charged, pisSituation: code, cofinsSituation: code } },
    gives: [`PISNT/CST = ${code}`, `COFINSNT/CST = ${code}`, 'ICMSTot/vPIS = 0.00', net],
  })),
  ...(['49', '99'] as const).map((code): FiscalCase => ({
    of: `PIS and COFINS ${code}: other operations charge what they are given`,
    source: contributionTable,
    sale: { item: { ...charged, pisSituation: code, pisRate: '1', cofinsSituation: code, cofinsRate: '2' } },
    gives: [`PISOutr/CST = ${code}`, 'ICMSTot/vPIS = 820.00 × 1% = 8.20', 'ICMSTot/vCOFINS = 820.00 × 2% = 16.40'],
  })),
  ...(
    [
      '50',
      '51',
      '52',
      '53',
      '54',
      '55',
      '56',
      '60',
      '61',
      '62',
      '63',
      '64',
      '65',
      '66',
      '67',
      '70',
      '71',
      '72',
      '73',
      '74',
      '75',
      '98',
    ] as const
  ).map((code): FiscalCase => ({
    of: `PIS and COFINS ${code}: of goods that enter`,
    source: contributionTable,
    sale: {
      item: { ...charged, cfop: '1102', pisSituation: code, cofinsSituation: code },
      document: { operationType: 'IN' },
    },
    gives: [`PISOutr/CST = ${code}`, `COFINSOutr/CST = ${code}`, 'ICMSTot/vPIS = 0.00'],
  })),
  ...(
    [
      ['used goods to resell', '410017', 'art. 171'],
      ['goods of a rural producer who pays no IBS and CBS', '410014', 'art. 164'],
      ['residues', '410016', 'art. 170'],
    ] as const
  ).map(([what, ibsCbsClassification, article]): FiscalCase => ({
    of: `a private person's ${what}, by an entry of the buyer: nothing is owed, and no credit is had`,
    source: `LC 87/1996 art. 4; Leis 10.637/2002 and 10.833/2003 art. 3 § 3 I; LC 214/2025 ${article}`,
    sale: {
      to: person('SP'),
      item: {
        ...{ cfop: '1102', icmsSituation: '41', benefitCode: 'SEM CBENEF', pisSituation: '70', cofinsSituation: '70' },
        ibsCbsClassification,
      },
      document: { operationType: 'IN' },
    },
    gives: [
      ...['tpNF = 0', 'ICMS40/CST = 41', 'PISOutr/CST = 70', 'COFINSOutr/CST = 70', 'ICMSTot/vICMS = 0.00'],
      ...['ICMSTot/vPIS = 0.00', 'ICMSTot/vCOFINS = 0.00', `IBSCBS/cClassTrib = ${ibsCbsClassification}`],
      ...['IBSCBS/gIBSCBS = absent', net],
    ],
  })),
  ...(
    [
      ['1.65', '7.6'],
      ['0.65', '3'],
    ] as const
  ).map(([pisRate, cofinsRate]): FiscalCase => ({
    of: `PIS at ${pisRate} % has its COFINS at ${cofinsRate} % beside it`,
    source: 'Leis 10.637/2002 and 10.833/2003 art. 2; Lei 9.718/1998 art. 8 and Lei 9.715/1998',
    sale: {
      by: { taxDefaults: { cofinsSituation: null } },
      item: { ...charged, pisSituation: '01', pisRate },
    },
    gives: [
      `COFINSAliq/pCOFINS = ${rate(cofinsRate)}`,
      line('ICMSTot/vPIS', `820.00 × ${pisRate}%`),
      line('ICMSTot/vCOFINS', `820.00 × ${cofinsRate}%`),
    ],
  })),
  {
    of: 'PIS and COFINS 03, by quantity',
    source: 'MOC 7.0 Anexo I, Q03 and S03; Lei 10.833/2003 art. 51',
    sale: {
      item: { ...charged, pisSituation: '03', pisUnitRate: '0.0294', cofinsSituation: '03', cofinsUnitRate: '0.1352' },
    },
    gives: [
      'PISQtde/CST = 03',
      'PISQtde/qBCProd = 10.0000',
      'PISQtde/vAliqProd = 0.0294',
      'PISQtde/vPIS = 10 × 0.0294 = 0.29',
      'COFINSQtde/vCOFINS = 10 × 0.1352 = 1.35',
      'ICMSTot/vPIS = 0.29',
      'gIBSCBS/vBC = 820.00 − 0.29 − 1.35 = 818.36',
    ],
  },
  {
    of: 'PIS and COFINS 99, by quantity',
    source: 'MOC 7.0 Anexo I, Q05 and S05',
    sale: {
      item: { ...charged, pisSituation: '99', pisUnitRate: '1', cofinsSituation: '99', cofinsUnitRate: '2.5' },
    },
    gives: ['PISOutr/qBCProd = 10.0000', 'PISOutr/vPIS = 10.00', 'COFINSOutr/vCOFINS = 25.00'],
  },
  {
    of: 'PIS 03 without what a unit is charged',
    source: 'MOC 7.0 Anexo I, Q03; Lei 10.833/2003 art. 51',
    sale: { item: { ...charged, pisSituation: '03', cofinsSituation: '03', cofinsUnitRate: '1' } },
    refused: { code: 'invalid_taxation', path: 'items[0].pisSituation' },
    authority: 'nothing is said that could be wrong',
  },
  {
    of: 'PIS 01 by quantity',
    source: 'MOC 7.0 Anexo I, Q02 (PL_010f v1.04: PISAliq has a rate)',
    sale: { item: { ...charged, pisSituation: '01', pisRate: '1.65', pisUnitRate: '1' } },
    refused: { code: 'invalid_taxation', path: 'items[0].pisSituation' },
    authority: 'the schema has no place for it',
  },
  {
    of: 'PIS 01 without its rate',
    source: contributionTable,
    sale: { item: { ...charged, pisSituation: '01', cofinsSituation: '01', cofinsRate: '7.6' } },
    refused: { code: 'invalid_taxation', path: 'items[0].pisRate' },
    authority: 'nothing is said that could be wrong',
  },
];
