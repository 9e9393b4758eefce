import { line, rate } from '../arithmetic.ts';
import type { FiscalCase } from '../fiscal-case.ts';

const law = 'LC 214/2025 arts. 343 and 346; NT 2025.002 v1.52';
const table = 'IT 2025.002 v1.70 (cClassTrib; the SVRS page of 2026-10-08)';
const charged = { icmsSituation: '00' } as const;

/** Classifications of an NF-e, by the percentage by which they reduce both rates (annexes of LC 214/2025). */
const reduced = {
  '100': [
    ...['200002', '200003', '200004', '200005', '200006', '200007', '200008', '200009', '200010', '200011'],
    ...['200012', '200013', '200014', '200015', '200020', '200023', '200053'],
  ],
  '60': ['200030', '200031', '200032', '200033', '200034', '200035', '200036', '200038', '200039', '200043'],
  '40': ['200047'],
} as const;

const outside = [
  ...['410001', '410002', '410003', '410004', '410005', '410006', '410007', '410008', '410009', '410012'],
  ...['410014', '410016', '410017', '410019', '410020', '410022', '410023', '410024', '410025', '410027'],
  ...['410029', '410031', '410035', '410999'],
];
const suspended = [
  ...['550001', '550003', '550004', '550005', '550006', '550007', '550008', '550009', '550010', '550011'],
  ...['550012', '550013', '550014', '550015', '550016', '550017', '550018', '550019', '550020', '550021', '550022'],
  ...['550023', '550026', '550027', '550028', '550029'],
];

/** IBS and CBS of every classification that goods can have. */
export const reform: FiscalCase[] = [
  {
    of: 'IBS and CBS 000001: the rates of 2026, on the price without the other taxes',
    source: `${law}, UB16 to UB56; LC 214/2025 art. 12`,
    sale: { item: { ...charged, pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' } },
    gives: [
      'IBSCBS/CST = 000',
      'cClassTrib = 000001',
      'gIBSCBS/vBC = 1000.00 − 180.00 − 13.53 − 62.32 = 744.15',
      'pIBSUF = 0.1000',
      'gIBSUF/vIBSUF = 744.15 × 0.1% = 0.74',
      'pIBSMun = 0.0000',
      'gCBS/vCBS = 744.15 × 0.9% = 6.70',
      'vItem = 1000.00',
      'vNFTot = 1000.00',
    ],
  },
  ...Object.entries(reduced).flatMap(([percent, classes]) =>
    classes.map((ibsCbsClassification): FiscalCase => {
      const [ibs, cbs] = [`0.1 × (1 − ${percent}%)`, `0.9 × (1 − ${percent}%)`];
      return {
        of: `IBS and CBS ${ibsCbsClassification}: both rates are reduced by ${percent} %`,
        source: `${table}; LC 214/2025 arts. 125 to 148; NT 2025.002 v1.52, UB26 to UB66`,
        sale: { item: { ...charged, ibsCbsClassification } },
        gives: [
          'IBSCBS/CST = 200',
          `cClassTrib = ${ibsCbsClassification}`,
          `gIBSUF/pRedAliq = ${rate(percent)}`,
          `gIBSUF/pAliqEfet = ${ibs} = ${effective('0.1', percent)}`,
          `gCBS/pAliqEfet = ${cbs} = ${effective('0.9', percent)}`,
          line('gIBSUF/vIBSUF', `820.00 × ${effective('0.1', percent)}%`),
          line('gCBS/vCBS', `820.00 × ${effective('0.9', percent)}%`),
        ],
      };
    }),
  ),
  {
    of: 'IBS and CBS 200054: a farm cooperative reverses the credit',
    source: `${table}; NT 2025.002 v1.52, UB116-20 (1173)`,
    sale: { item: { ...charged, ibsCbsClassification: '200054', creditReversal: { ibs: '1', cbs: '9' } } },
    gives: ['gEstornoCred/vIBSEstCred = 1.00', 'gEstornoCred/vCBSEstCred = 9.00', 'gIBSUF/vIBSUF = 0.00'],
  },
  ...outside.map((ibsCbsClassification): FiscalCase => ({
    of: `IBS and CBS ${ibsCbsClassification}: immune or outside the tax`,
    source: `${table}; LC 214/2025 arts. 6 to 9; NT 2025.002 v1.52, UB15 (1021)`,
    sale: { item: { ...charged, ibsCbsClassification } },
    gives: ['IBSCBS/CST = 410', `cClassTrib = ${ibsCbsClassification}`, 'gIBSCBS = absent'],
  })),
  {
    of: 'IBS and CBS 410013: fuel that is exported, with its group',
    source: `${table}; LC 214/2025 art. 98; NT 2025.002 v1.52, LA01-30 (1106)`,
    sale: {
      item: {
        ...{ icmsSituation: '61', cfop: '5655', unit: 'L', ncm: '27101259', ibsCbsClassification: '410013' },
        fuel: {
          ...{ anpCode: '320102001', biodieselPercent: '30' },
          origins: [{ imported: false, state: 'SP', percent: '100' }],
        },
      },
    },
    gives: ['cClassTrib = 410013', 'gIBSCBS = absent', 'cProdANP = 320102001'],
  },
  {
    of: 'IBS and CBS 410013 of what is no fuel',
    source: 'NT 2025.002 v1.52, LA01-30 (1106)',
    sale: { item: { ...charged, ibsCbsClassification: '410013' } },
    refused: { code: 'invalid_taxation', path: 'items[0].fuel' },
    authority: {
      cStat: 1106,
      mended: { item: { ibsCbsClassification: '410014' } },
      forged: [['<cClassTrib>410014', '<cClassTrib>410013']],
    },
  },
  {
    of: 'IBS and CBS 410026: given away without a right to credit, which is reversed',
    source: `${table}; NT 2025.002 v1.52, UB116-20 (1173)`,
    sale: { item: { ...charged, ibsCbsClassification: '410026', creditReversal: { ibs: '0.82', cbs: '7.38' } } },
    gives: ['gIBSCBS = absent', 'gEstornoCred/vIBSEstCred = 0.82', 'gEstornoCred/vCBSEstCred = 7.38'],
  },
  {
    of: 'IBS and CBS 510001: deferred',
    source: `${table}; LC 214/2025 art. 28; NT 2025.002 v1.52, UB23 (1030)`,
    sale: { item: { ...charged, ibsCbsClassification: '510001' } },
    gives: [
      'gIBSUF/gDif/pDif = 100.0000',
      'gIBSUF/gDif/vDif = 820.00 × 0.1% = 0.82',
      'gIBSUF/vIBSUF = 0.82 − 0.82 = 0.00',
      'gCBS/gDif/vDif = 820.00 × 0.9% = 7.38',
      'gCBS/vCBS = 7.38 − 7.38 = 0.00',
    ],
  },
  {
    of: 'IBS and CBS 515001: deferred at reduced rates',
    source: `${table}; LC 214/2025 art. 138; NT 2025.002 v1.52, UB23 and UB26`,
    sale: { item: { ...charged, ibsCbsClassification: '515001' } },
    gives: [
      'gIBSUF/pAliqEfet = 0.1 × (1 − 60%) = 0.0400',
      'gIBSUF/gDif/vDif = 820.00 × 0.04% = 0.33',
      'gCBS/gDif/vDif = 820.00 × 0.36% = 2.95',
      'gCBS/vCBS = 2.95 − 2.95 = 0.00',
    ],
  },
  ...suspended.map((ibsCbsClassification): FiscalCase => ({
    of: `IBS and CBS ${ibsCbsClassification}: suspended, with what would be due without`,
    source: `${table}; NT 2025.002 v1.52, UB68 (1065, 1040, 1051, 1068)`,
    sale: { item: { ...charged, ibsCbsClassification, ibsCbsRegularClassification: '000001' } },
    gives: [
      'IBSCBS/CST = 550',
      'pIBSUF = 0.0000',
      'gIBSUF/vIBSUF = 0.00',
      'gCBS/vCBS = 0.00',
      'CSTReg = 000',
      'cClassTribReg = 000001',
      'vTribRegIBSUF = 820.00 × 0.1% = 0.82',
      'vTribRegIBSMun = 0.00',
      'vTribRegCBS = 820.00 × 0.9% = 7.38',
    ],
  })),
  ...(['200022', '200024'] as const).map((ibsCbsClassification): FiscalCase => ({
    of: `IBS and CBS ${ibsCbsClassification}: zero for the free zones, with what would be due without`,
    source: `${table}; LC 214/2025 arts. 445 and 463; NT 2025.002 v1.52, UB68 (1065) and UB26 (1033)`,
    sale: { item: { ...charged, ibsCbsClassification, ibsCbsRegularClassification: '000001' } },
    gives: [
      'IBSCBS/CST = 200',
      'gIBSUF/pRedAliq = 100.0000',
      'gIBSUF/vIBSUF = 0.00',
      'vTribRegCBS = 820.00 × 0.9% = 7.38',
    ],
  })),
  {
    of: 'IBS and CBS: Simples shows none in 2026',
    source: 'LC 214/2025 art. 348 III c',
    sale: { by: { taxRegime: 'SIMPLES' }, item: { icmsSituation: '102' } },
    gives: ['IBSCBS = absent', 'IBSCBSTot = absent', 'vNFTot = absent'],
  },
  {
    of: 'IBS and CBS: a company in Simples may show them by its own choice',
    source: 'LC 214/2025 art. 41 § 3º; NT 2025.002 v1.52, UB12',
    sale: { by: { taxRegime: 'SIMPLES' }, item: { icmsSituation: '102', ibsCbsClassification: '000001' } },
    gives: ['gIBSUF/vIBSUF = 1000.00 × 0.1% = 1.00', 'gCBS/vCBS = 1000.00 × 0.9% = 9.00'],
  },
  {
    of: 'IBS and CBS: a class that does not exist',
    source: 'NT 2025.002 v1.52, UB14-10 (1023)',
    sale: { item: { ...charged, ibsCbsClassification: '200999' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: { cStat: 1023, mended: { item: { ibsCbsClassification: '410999' } }, forged: [['410999', '410998']] },
  },
  {
    of: 'IBS and CBS: a class of another situation',
    source: 'NT 2025.002 v1.52, UB14-20 (1024)',
    sale: { item: { ...charged, ibsCbsSituation: '000', ibsCbsClassification: '410999' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: {
      cStat: 1024,
      mended: { item: { ibsCbsSituation: '000', ibsCbsClassification: '000001' } },
      forged: [['<cClassTrib>000001', '<cClassTrib>200034']],
    },
  },
  {
    of: 'IBS and CBS: a class of service notes',
    source: 'NT 2025.002 v1.52, UB14-30 (1025)',
    sale: { item: { ...charged, ibsCbsClassification: '200052' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: {
      cStat: 1025,
      mended: { item: { ibsCbsClassification: '200034' } },
      forged: [['<cClassTrib>200034', '<cClassTrib>200052']],
    },
  },
  {
    of: 'IBS and CBS: a suspended class that does not say what would be due',
    source: 'NT 2025.002 v1.52, UB68 (1065)',
    sale: { item: { ...charged, ibsCbsClassification: '550001' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsRegularClassification' },
    authority: 'the group has nine fields; rule 1065 is judged in the simulator’s own tests',
  },
  {
    of: 'IBS and CBS: a taxed class that says what would be due',
    source: 'NT 2025.002 v1.52, UB68 (1114)',
    sale: { item: { ...charged, ibsCbsClassification: '000001', ibsCbsRegularClassification: '000001' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsRegularClassification' },
    authority: 'the group has nine fields; rule 1114 is judged in the simulator’s own tests',
  },
  {
    of: 'IBS and CBS: a reversal of credit that the class does not ask for',
    source: 'NT 2025.002 v1.52, UB116-10 (1172)',
    sale: { item: { ...charged, creditReversal: { ibs: '1', cbs: '9' } } },
    refused: { code: 'invalid_taxation', path: 'items[0].creditReversal' },
    authority: {
      cStat: 1172,
      mended: { item: { creditReversal: null } },
      forged: [
        [
          '</gIBSCBS></IBSCBS>',
          '</gIBSCBS><gEstornoCred><vIBSEstCred>1.00</vIBSEstCred><vCBSEstCred>9.00</vCBSEstCred></gEstornoCred></IBSCBS>',
        ],
      ],
    },
  },
  ...(['620001', '830001'] as const).map((ibsCbsClassification): FiscalCase => ({
    of: `IBS and CBS ${ibsCbsClassification} cannot be expressed yet`,
    source: `${table}; LC 214/2025 arts. 172 and 28`,
    sale: { item: { ...charged, ibsCbsClassification } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: 'it is right in law, and cannot be expressed here yet',
  })),
  ...(
    [
      ['200044', '200034'],
      ['200001', '200034'],
      ['000006', '000001'],
      ['550002', '550003'],
    ] as const
  ).map(([ofServices, ofGoods]): FiscalCase => ({
    of: `IBS and CBS ${ofServices}: not of an NF-e any more`,
    source: `${table}; NT 2025.002 v1.52, UB14-30 (1025)`,
    sale: { item: { ...charged, ibsCbsClassification: ofServices } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: {
      cStat: 1025,
      mended: {
        item: {
          ibsCbsClassification: ofGoods,
          ...(ofGoods === '550003' ? { ibsCbsRegularClassification: '000001' } : {}),
        },
      },
      forged: [[`<cClassTrib>${ofGoods}`, `<cClassTrib>${ofServices}`]],
    },
  })),
  {
    of: 'IBS and CBS: a wrong rate',
    source: 'NT 2025.002 v1.52, UB18-10 (1026)',
    sale: { item: { ...charged, ibsCbsSituation: '200' } },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: {
      cStat: 1026,
      mended: { item: { ibsCbsSituation: null } },
      forged: [['<pIBSUF>0.1000</pIBSUF>', '<pIBSUF>0.2000</pIBSUF>']],
    },
  },
];

function effective(nominal: string, reduction: string): string {
  const kept = { '100': '0', '60': '0.4', '40': '0.6' }[reduction] ?? '1';
  return (Number(nominal) * Number(kept)).toFixed(4);
}
