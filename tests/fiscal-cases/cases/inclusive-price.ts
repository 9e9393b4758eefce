import type { FiscalCase } from '../fiscal-case.ts';

const charged = { icmsSituation: '00' } as const;

export const cbsOf2027 = {
  ibsCbs: {
    source: 'a rate that the Senate might set',
    periods: [{ from: '2027-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
  },
};

/** IBS and CBS from 2027 on, which are inside the price. */
export const inclusivePrice: FiscalCase[] = [
  {
    of: 'IBS and CBS on 2027-01-01, before the Senate has set the CBS',
    source: 'LC 214/2025 arts. 344 and 347',
    sale: { item: charged, on: '2027-01-01' },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsSituation' },
    authority: 'the authority does not know the rate either',
  },
  {
    of: 'IBS and CBS of 2027 at a rate that the operator gives are inside the price',
    source: 'LC 214/2025 arts. 12, 344 and 347; NT 2026.008 v1.00, I11, VB01-10',
    sale: { item: charged, on: '2027-03-01', rates: cbsOf2027 },
    gives: [
      'gIBSCBS/vBC = (1000.00 − 180.00) ÷ 1.088 = 753.68',
      'gIBSUF/vIBSUF = 753.68 × 0.05% = 0.38',
      'gIBSMun/vIBSMun = 753.68 × 0.05% = 0.38',
      'gCBS/vCBS = 753.68 × 8.7% = 65.57',
      'vProd = 1000.00',
      'vItem = 1000.00',
      'ICMSTot/vNF = 10 × 100.00 = 1000.00',
      'vNFTot = 1000.00',
    ],
  },
  {
    of: 'A price without IBS and CBS gets both in 2027',
    source: 'NT 2026.008 v1.00, section 1 and I11; LC 214/2025 art. 12',
    sale: { item: { ...charged, priceIncludes: 'NET_OF_NEW_TAXES' }, on: '2027-01-01', rates: cbsOf2027 },
    gives: [
      'vProd = 1000.00 + 0.40 + 0.40 + 70.23 = 1071.03',
      'vUnCom = 1071.03 ÷ 10 = 107.103',
      'vICMS = 1071.03 × 18% = 192.79',
      'gIBSCBS/vBC = (1071.03 − 192.79) ÷ 1.088 = 807.21',
      'gIBSUF/vIBSUF = 807.21 × 0.05% = 0.40',
      'gCBS/vCBS = 807.21 × 8.7% = 70.23',
      'ICMSTot/vNF = 1071.03',
      'vNFTot = 1071.03',
    ],
  },
  {
    of: 'A company whose prices are without IBS and CBS, on the last day of 2026: no price contains them',
    source: 'NT 2026.008 v1.00, I11',
    sale: {
      by: { priceIncludes: { '2026-01-01': 'NET_OF_NEW_TAXES' } },
      item: { ...charged, pisSituation: '06', cofinsSituation: '06' },
      on: '2026-12-31',
    },
    gives: ['vProd = 1000.00', 'gIBSCBS/vBC = 1000.00 − 180.00 = 820.00', 'vNFTot = 1000.00'],
  },
  {
    of: 'A company whose prices are without IBS and CBS, on the first day of 2027',
    source: 'NT 2026.008 v1.00, I11',
    sale: {
      by: { priceIncludes: { '2026-01-01': 'NET_OF_NEW_TAXES' } },
      item: charged,
      on: '2027-01-01',
      rates: cbsOf2027,
    },
    gives: ['vProd = 1071.03', 'gIBSCBS/vBC = (1071.03 − 192.79) ÷ 1.088 = 807.21', 'vNFTot = 1071.03'],
  },
  {
    of: 'IBS and CBS of 2027 at rates that are reduced by 60 %',
    source: 'LC 214/2025 arts. 12 and 128; NT 2026.008 v1.00, I11',
    sale: { item: { ...charged, ibsCbsClassification: '200034' }, on: '2027-03-01', rates: cbsOf2027 },
    gives: [
      'gCBS/pAliqEfet = 8.7 × (1 − 60%) = 3.4800',
      'gIBSCBS/vBC = (1000.00 − 180.00) ÷ 1.0352 = 792.12',
      'gCBS/vCBS = 792.12 × 3.48% = 27.57',
      'vNFTot = 1000.00',
    ],
  },
  ...(
    [
      ['510001', {}],
      ['550001', { ibsCbsRegularClassification: '000001' }],
      ['200022', { ibsCbsRegularClassification: '000001' }],
    ] as const
  ).map(([ibsCbsClassification, regular]): FiscalCase => ({
    of: `IBS and CBS ${ibsCbsClassification} of 2027: nothing of them is due, so nothing of them is in the price`,
    source: 'LC 214/2025 art. 12; NT 2026.008 v1.00, I11',
    sale: { item: { ...charged, ibsCbsClassification, ...regular }, on: '2027-03-01', rates: cbsOf2027 },
    gives: ['gIBSCBS/vBC = 1000.00 − 180.00 = 820.00', 'gCBS/vCBS = 0.00', 'vItem = 1000.00', 'vNFTot = 1000.00'],
  })),
];
