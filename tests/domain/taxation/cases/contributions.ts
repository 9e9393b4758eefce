import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { ibsCbs, type TaxCase } from './tax-case.ts';

const of1000 = ['vNF = 10 × 100.00 = 1000.00'];
const of180 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'];
const of820 = ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38');
const taxed: Partial<ItemInput> = { icmsSituation: '00', icmsRate: '18' };
const noncumulative = { pisRate: '1.65', cofinsRate: '7.6' };
const ofNoncumulative = ibsCbs(
  '1000.00 − 180.00 − 13.53 − 62.32 = 744.15',
  '744.15 × 0.1% = 0.74',
  '744.15 × 0.9% = 6.70',
);
const on820 = ['vBC = 1000.00 − 180.00 = 820.00', 'pPIS = 1.6500', 'vPIS = 820.00 × 1.65% = 13.53'];
const cofinsOn820 = ['vBC = 1000.00 − 180.00 = 820.00', 'pCOFINS = 7.6000', 'vCOFINS = 820.00 × 7.6% = 62.32'];
const zeros = {
  PISOutr: ['vBC = 0.00', 'pPIS = 0.0000', 'vPIS = 0.00'],
  COFINSOutr: ['vBC = 0.00', 'pCOFINS = 0.0000', 'vCOFINS = 0.00'],
};

/** PIS and COFINS; their base excludes the ICMS (STF Tema 69) unless the company's settings include it. */
export const contributions: TaxCase[] = [
  {
    of: '01 without the ICMS in the base',
    regime: 'NORMAL',
    item: { ...taxed, pisSituation: '01', cofinsSituation: '01', ...noncumulative },
    gives: { ICMS00: of180, PISAliq: on820, COFINSAliq: cofinsOn820, ...ofNoncumulative, note: of1000 },
  },
  {
    of: '01 where the company leaves the ICMS in the base',
    regime: 'NORMAL',
    item: { ...taxed, pisSituation: '01', cofinsSituation: '01', ...noncumulative },
    settings: { pisCofinsExcludesIcms: false },
    gives: {
      ICMS00: of180,
      PISAliq: ['vBC = 10 × 100.00 = 1000.00', 'pPIS = 1.6500', 'vPIS = 1000.00 × 1.65% = 16.50'],
      COFINSAliq: ['vBC = 10 × 100.00 = 1000.00', 'pCOFINS = 7.6000', 'vCOFINS = 1000.00 × 7.6% = 76.00'],
      ...ibsCbs('1000.00 − 180.00 − 16.50 − 76.00 = 727.50', '727.50 × 0.1% = 0.73', '727.50 × 0.9% = 6.55'),
      note: of1000,
    },
  },
  {
    of: '01 of who says only PIS: COFINS has the rate that goes with it',
    regime: 'NORMAL',
    item: { ...taxed, pisSituation: '01', pisRate: '0.65', cofinsSituation: null },
    gives: {
      ICMS00: of180,
      PISAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pPIS = 0.6500', 'vPIS = 820.00 × 0.65% = 5.33'],
      COFINSAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pCOFINS = 3.0000', 'vCOFINS = 820.00 × 3% = 24.60'],
      ...ibsCbs('1000.00 − 180.00 − 5.33 − 24.60 = 790.07', '790.07 × 0.1% = 0.79', '790.07 × 0.9% = 7.11'),
      note: of1000,
    },
  },
  {
    of: '02 at rates of its own',
    regime: 'NORMAL',
    item: { ...taxed, pisSituation: '02', pisRate: '2.1', cofinsSituation: '02', cofinsRate: '9.65' },
    gives: {
      ICMS00: of180,
      PISAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pPIS = 2.1000', 'vPIS = 820.00 × 2.1% = 17.22'],
      COFINSAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pCOFINS = 9.6500', 'vCOFINS = 820.00 × 9.65% = 79.13'],
      ...ibsCbs('1000.00 − 180.00 − 17.22 − 79.13 = 723.65', '723.65 × 0.1% = 0.72', '723.65 × 0.9% = 6.51'),
      note: of1000,
    },
  },
  ...['04', '05', '06', '07', '08', '09'].map((situation): TaxCase => ({
    of: `${situation}, which has no amounts`,
    regime: 'NORMAL',
    item: { ...taxed, pisSituation: situation, cofinsSituation: situation, ...noncumulative },
    gives: { ICMS00: of180, PISNT: [], COFINSNT: [], ...of820, note: of1000 },
  })),
  ...['49', '99'].flatMap((situation): TaxCase[] => [
    {
      of: `${situation} with rates`,
      regime: 'NORMAL',
      item: { ...taxed, pisSituation: situation, cofinsSituation: situation, ...noncumulative },
      gives: { ICMS00: of180, PISOutr: on820, COFINSOutr: cofinsOn820, ...ofNoncumulative, note: of1000 },
    },
    {
      of: `${situation} without rates, which prints zeros`,
      regime: 'NORMAL',
      item: { ...taxed, pisSituation: situation, cofinsSituation: situation },
      gives: { ICMS00: of180, ...zeros, ...of820, note: of1000 },
    },
  ]),
  {
    of: '01 beside COFINS 06',
    regime: 'NORMAL',
    item: { ...taxed, pisSituation: '01', pisRate: '1.65' },
    gives: {
      ICMS00: of180,
      PISAliq: on820,
      COFINSNT: [],
      ...ibsCbs('1000.00 − 180.00 − 13.53 = 806.47', '806.47 × 0.1% = 0.81', '806.47 × 0.9% = 7.26'),
      note: of1000,
    },
  },
  {
    of: '01 with freight and discount in the base',
    regime: 'NORMAL',
    item: {
      ...{ ...taxed, freight: '30', insurance: '15', otherCosts: '5', discount: '100' },
      ...{ pisSituation: '01', cofinsSituation: '01', ...noncumulative },
    },
    gives: {
      ICMS00: ['vBC = 1000.00 + 30 + 15 + 5 − 100 = 950.00', 'pICMS = 18.0000', 'vICMS = 950.00 × 18% = 171.00'],
      PISAliq: ['vBC = 950.00 − 171.00 = 779.00', 'pPIS = 1.6500', 'vPIS = 779.00 × 1.65% = 12.85'],
      COFINSAliq: ['vBC = 950.00 − 171.00 = 779.00', 'pCOFINS = 7.6000', 'vCOFINS = 779.00 × 7.6% = 59.20'],
      ...ibsCbs('950.00 − 171.00 − 12.85 − 59.20 = 706.95', '706.95 × 0.1% = 0.71', '706.95 × 0.9% = 6.36'),
      note: ['vNF = 1000.00 + 30 + 15 + 5 − 100 = 950.00'],
    },
  },
  {
    of: '01 with IPI outside the base',
    regime: 'NORMAL',
    item: {
      ...{ ...taxed, ipiSituation: '50', ipiRate: '10' },
      ...{ pisSituation: '01', cofinsSituation: '01', ...noncumulative },
    },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS00: of180,
      PISAliq: on820,
      COFINSAliq: cofinsOn820,
      ...ofNoncumulative,
      note: ['vNF = 1000.00 + 100.00 = 1100.00'],
    },
  },
  {
    of: '01 on the whole operation where all ICMS is deferred',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '51', icmsRate: '18' },
      ...{ pisSituation: '01', cofinsSituation: '01', ...noncumulative },
    },
    gives: {
      ICMS51: [
        ...['pRedBC = 0.0000', 'vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMSOp = 1000.00 × 18% = 180.00'],
        ...['pDif = 100.0000', 'vICMSDif = 180.00 × 100% = 180.00', 'vICMS = 180.00 − 180.00 = 0.00'],
      ],
      PISAliq: ['vBC = 1000.00 − 0.00 = 1000.00', 'pPIS = 1.6500', 'vPIS = 1000.00 × 1.65% = 16.50'],
      COFINSAliq: ['vBC = 1000.00 − 0.00 = 1000.00', 'pCOFINS = 7.6000', 'vCOFINS = 1000.00 × 7.6% = 76.00'],
      ...ibsCbs('1000.00 − 0.00 − 16.50 − 76.00 = 907.50', '907.50 × 0.1% = 0.91', '907.50 × 0.9% = 8.17'),
      note: of1000,
    },
  },
];

/** IPI, which is added to the note. */
export const ipi: TaxCase[] = [
  {
    of: '50 on the operation after its discount',
    regime: 'NORMAL',
    item: { ...taxed, ipiSituation: '50', ipiRate: '3.25', discount: '100' },
    gives: {
      IPITrib: ['vBC = 1000.00 − 100 = 900.00', 'pIPI = 3.2500', 'vIPI = 900.00 × 3.25% = 29.25'],
      ICMS00: ['vBC = 1000.00 − 100 = 900.00', 'pICMS = 18.0000', 'vICMS = 900.00 × 18% = 162.00'],
      ...ibsCbs('900.00 − 162.00 = 738.00', '738.00 × 0.1% = 0.74', '738.00 × 0.9% = 6.64'),
      note: ['vNF = 1000.00 − 100 + 29.25 = 929.25'],
    },
  },
  {
    of: '50 on the operation with its freight',
    regime: 'NORMAL',
    item: { ...taxed, ipiSituation: '50', ipiRate: '10', freight: '100' },
    gives: {
      IPITrib: ['vBC = 1000.00 + 100 = 1100.00', 'pIPI = 10.0000', 'vIPI = 1100.00 × 10% = 110.00'],
      ICMS00: ['vBC = 1000.00 + 100 = 1100.00', 'pICMS = 18.0000', 'vICMS = 1100.00 × 18% = 198.00'],
      ...ibsCbs('1100.00 − 198.00 = 902.00', '902.00 × 0.1% = 0.90', '902.00 × 0.9% = 8.12'),
      note: ['vNF = 1000.00 + 100 + 110.00 = 1210.00'],
    },
  },
  {
    of: '99 with a rate',
    regime: 'NORMAL',
    item: { ...taxed, ipiSituation: '99', ipiRate: '5' },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 5.0000', 'vIPI = 1000.00 × 5% = 50.00'],
      ICMS00: of180,
      ...of820,
      note: ['vNF = 1000.00 + 50.00 = 1050.00'],
    },
  },
  {
    of: '99 without a rate, which prints zeros',
    regime: 'NORMAL',
    item: { ...taxed, ipiSituation: '99' },
    gives: { IPITrib: ['vBC = 0.00', 'pIPI = 0.0000', 'vIPI = 0.00'], ICMS00: of180, ...of820, note: of1000 },
  },
  ...[
    { ipiSituation: '51', ipiFramework: '999' },
    { ipiSituation: '52', ipiFramework: '301' },
    { ipiSituation: '53', ipiFramework: '999' },
    { ipiSituation: '54', ipiFramework: '001' },
    { ipiSituation: '55', ipiFramework: '101' },
  ].map((untaxed): TaxCase => ({
    of: `${untaxed.ipiSituation}, which has no use for a rate`,
    regime: 'NORMAL',
    item: { ...taxed, ...untaxed, ipiRate: '5' },
    gives: { IPINT: [], ICMS00: of180, ...of820, note: of1000 },
  })),
];
