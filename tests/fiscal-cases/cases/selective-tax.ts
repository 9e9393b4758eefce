import type { FiscalCase } from '../fiscal-case.ts';
import { cbsOf2027 } from './inclusive-price.ts';

const charged = { icmsSituation: '00' } as const;
/** The first sale of taxed goods. Its rates are examples: no law has set any (LC 214/2025 art. 422). */
const taxed = { ...charged, selectiveTaxClassification: '000001' } as const;
const in2027 = { on: '2027-03-01', rates: cbsOf2027 };
const law = 'LC 214/2025 arts. 12, 409, 414 and 417; NT 2025.002 v1.52, UB01 to UB11; NT 2026.008 v1.00, I11';

/** Selective tax, which begins on 2027-01-01 and is inside the price. */
export const selectiveTax: FiscalCase[] = [
  {
    of: 'Selective tax by value, inside the price beside IBS and CBS',
    source: law,
    sale: { item: { ...taxed, selectiveTaxRate: '20' }, ...in2027 },
    gives: [
      'gIBSCBS/vBC = (1000.00 − 180.00) ÷ 1.088 = 753.68',
      'IS/CSTIS = 000',
      'IS/vBCIS = 753.68 ÷ 1.2 = 628.07',
      'IS/pIS = 20.0000',
      'IS/adRemIS = absent',
      'IS/qTrib = 10.0000',
      'IS/vIS = 628.07 × 20% = 125.61',
      'ISTot/vIS = 125.61',
      'gCBS/vCBS = 753.68 × 8.7% = 65.57',
      'vProd = 1000.00',
      'vItem = 1000.00',
      'ICMSTot/vNF = 1000.00',
      'vNFTot = 1000.00',
    ],
  },
  {
    of: 'Selective tax by unit alone',
    source: law,
    sale: { item: { ...taxed, selectiveTaxUnitRate: '2.50' }, ...in2027 },
    gives: [
      'IS/vBCIS = 753.68 − 10 × 2.50 = 728.68',
      'IS/pIS = 0.0000',
      'IS/adRemIS = 2.5000',
      'IS/vIS = 10 × 2.50 = 25.00',
      'ISTot/vIS = 25.00',
    ],
  },
  {
    of: 'Selective tax by value and by unit, of tobacco',
    source: `${law}; LC 214/2025 art. 421`,
    sale: { item: { ...taxed, ncm: '24022000', selectiveTaxRate: '10', selectiveTaxUnitRate: '1.5' }, ...in2027 },
    gives: [
      'IS/vBCIS = (753.68 − 10 × 1.50) ÷ 1.1 = 671.53',
      'IS/vIS = 671.53 × 10% + 10 × 1.50 = 82.15',
      'vNFTot = 1000.00',
    ],
  },
  {
    of: 'Goods whose selective tax was paid before are sold on',
    source: 'LC 214/2025 art. 410; cClassTribIS 200007',
    sale: { item: { ...charged, selectiveTaxClassification: '200007' }, ...in2027 },
    gives: [
      'IS/CSTIS = 200',
      'IS/cClassTribIS = 200007',
      'IS/vIS = absent',
      'ISTot/vIS = 0.00',
      'gIBSCBS/vBC = 753.68',
      'vNFTot = 1000.00',
    ],
  },
  {
    of: 'A price without the new taxes gets the selective tax, too',
    source: 'NT 2026.008 v1.00, section 1 and I11; LC 214/2025 arts. 12 and 417',
    sale: { item: { ...taxed, selectiveTaxRate: '20', priceIncludes: 'NET_OF_NEW_TAXES' }, ...in2027 },
    gives: [
      'vProd = 1000.00 + 155.45 + 0.47 + 0.47 + 81.14 = 1237.53',
      'vICMS = 1237.53 × 18% = 222.76',
      'gIBSCBS/vBC = (1237.53 − 222.76) ÷ 1.088 = 932.69',
      'IS/vBCIS = 932.69 ÷ 1.2 = 777.24',
      'IS/vIS = 777.24 × 20% = 155.45',
      'gCBS/vCBS = 932.69 × 8.7% = 81.14',
      'vNFTot = 1237.53',
    ],
  },
  {
    of: 'What records say of the selective tax counts for nothing on the last day of 2026',
    source: 'EC 132/2023 (ADCT art. 126)',
    sale: {
      by: { taxDefaults: { selectiveTaxClassification: '000001', selectiveTaxRate: '20' } },
      item: charged,
      on: '2026-12-31',
    },
    gives: ['IS/CSTIS = absent', 'ISTot/vIS = absent'],
  },
  {
    of: 'What records say of the selective tax counts on the first day of 2027',
    source: 'EC 132/2023 (ADCT art. 126)',
    sale: {
      by: { taxDefaults: { selectiveTaxClassification: '000001', selectiveTaxRate: '20' } },
      item: charged,
      on: '2027-01-01',
      rates: cbsOf2027,
    },
    gives: ['IS/vIS = 125.61', 'ISTot/vIS = 125.61'],
  },
  {
    of: 'An item that says selective tax in 2026',
    source: 'EC 132/2023 (ADCT art. 126)',
    sale: { item: { ...taxed, selectiveTaxRate: '20' }, on: '2026-12-31' },
    refused: { code: 'invalid_taxation', path: 'items[0].selectiveTaxClassification' },
    authority: 'no rule judges the day of the group',
  },
  {
    of: 'Selective tax that is charged at no rate',
    source: 'NT 2025.002 v1.52, UB06-10 (1016)',
    sale: { item: taxed, ...in2027 },
    refused: { code: 'invalid_taxation', path: 'items[0].selectiveTaxRate' },
    authority: {
      cStat: 1016,
      mended: { item: { ...taxed, selectiveTaxRate: '20' }, ...in2027 },
      forged: [['<pIS>20.0000</pIS>', '<pIS>0.0000</pIS>']],
    },
  },
  ...(
    [
      [{ selectiveTaxSituation: '700' }, 'items[0].selectiveTaxSituation', 1014, ['<CSTIS>000<', '<CSTIS>700<']],
      [
        { selectiveTaxClassification: '000099' },
        'items[0].selectiveTaxClassification',
        1015,
        ['<cClassTribIS>000001<', '<cClassTribIS>000099<'],
      ],
    ] as const
  ).map(([said, path, cStat, [text, instead]]): FiscalCase => ({
    of: `Selective tax by a code that no table has: ${Object.values(said).join('')}`,
    source: `NT 2025.002 v1.52, UB02-10 and UB03-10 (${cStat})`,
    sale: { item: { ...taxed, selectiveTaxRate: '20', ...said }, ...in2027 },
    refused: { code: 'invalid_taxation', path },
    authority: {
      cStat,
      mended: { item: { ...taxed, selectiveTaxRate: '20', selectiveTaxSituation: null }, ...in2027 },
      forged: [[text, instead]],
    },
  })),
  {
    of: 'Selective tax by a class of another situation',
    source: 'NT 2025.002 v1.52, UB02 and UB03',
    sale: { item: { ...taxed, selectiveTaxSituation: '200' }, ...in2027 },
    refused: { code: 'invalid_taxation', path: 'items[0].selectiveTaxClassification' },
    authority: 'no rule judges the pair',
  },
];
