import { cest, ibsCbs, ibsCbsOfAll, type TaxCase } from './tax-case.ts';

const of1000 = ['vNF = 10 × 100.00 = 1000.00'];
const goodsOnly = 'vProd = 10 × 100.00 = 1000.00';
const other = ['motDesICMS = 9'];

/** ICMS that a benefit exempts, and substitution that was collected before or is computed from a list, inside São Paulo. */
export const benefits: TaxCase[] = [
  {
    of: '40, whose exempted ICMS is found by the internal rate',
    regime: 'NORMAL',
    item: { icmsSituation: '40', benefitCode: 'SP010010', icmsExemptionReason: '9' },
    gives: { ICMS40: ['vICMSDeson = 1000.00 × 18% = 180.00', ...other], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '40, whose exempted ICMS lowers the price, and so what PIS and COFINS are charged of',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '40', icmsExemptionReason: '8', icmsExemptionDeducted: '1', icmsExemptedRate: '12' },
      ...{ pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
    },
    gives: {
      ICMS40: ['vICMSDeson = 1000.00 × 12% = 120.00', 'motDesICMS = 8', 'indDeduzDeson = 1'],
      PISAliq: ['vBC = 1000.00 − 120.00 = 880.00', 'pPIS = 1.6500', 'vPIS = 880.00 × 1.65% = 14.52'],
      COFINSAliq: ['vBC = 1000.00 − 120.00 = 880.00', 'pCOFINS = 7.6000', 'vCOFINS = 880.00 × 7.6% = 66.88'],
      ...ibsCbs('1000.00 − 14.52 − 66.88 = 918.60', '918.60 × 0.1% = 0.92', '918.60 × 0.9% = 8.27'),
      note: [goodsOnly, 'vNF = 1000.00 − 120.00 = 880.00'],
    },
  },
  {
    of: '41, whose exempted ICMS the caller knows',
    regime: 'NORMAL',
    item: { icmsSituation: '41', icmsExemptionReason: '90', icmsExemptionDeducted: '0', icmsExemptedValue: '33.33' },
    gives: {
      ICMS40: ['vICMSDeson = 33.33 × 100% = 33.33', 'motDesICMS = 90', 'indDeduzDeson = 0'],
      ...ibsCbsOfAll,
      note: of1000,
    },
  },
  {
    of: '20, what the reduction leaves uncharged',
    regime: 'NORMAL',
    item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '33.33', icmsExemptionReason: '9' },
    gives: {
      ICMS20: [
        ...['pRedBC = 33.3300', 'vBC = 1000.00 × (1 − 33.33%) = 666.70', 'pICMS = 18.0000'],
        ...['vICMS = 666.70 × 18% = 120.01', 'vICMSDeson = 180.00 − 120.01 = 59.99', ...other],
      ],
      ...ibsCbs('1000.00 − 120.01 = 879.99', '879.99 × 0.1% = 0.88', '879.99 × 0.9% = 7.92'),
      note: of1000,
    },
  },
  {
    of: '30, exempt with substitution',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '30', cest, icmsStModBc: '6', icmsStRate: '18' },
      ...{ icmsExemptionReason: '9', icmsExemptionDeducted: '1' },
    },
    gives: {
      ICMS30: [
        ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 18.0000', 'vICMSST = 1000.00 × 18% = 180.00'],
        ...['vICMSDeson = 1000.00 × 18% = 180.00', ...other, 'indDeduzDeson = 1'],
      ],
      ...ibsCbsOfAll,
      note: ['vNF = 1000.00 + 180.00 − 180.00 = 1000.00'],
    },
  },
  {
    of: '70, with both ICMS exempted in part',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '70', cest, icmsRate: '18', icmsRedBc: '10', icmsStModBc: '4', icmsStMva: '40' },
      ...{ icmsStRate: '18', icmsStRedBc: '10', icmsExemptionReason: '9', icmsStExemptionReason: '9' },
    },
    gives: {
      ICMS70: [
        ...[
          'pRedBC = 10.0000',
          'vBC = 1000.00 × (1 − 10%) = 900.00',
          'pICMS = 18.0000',
          'vICMS = 900.00 × 18% = 162.00',
        ],
        ...['modBCST = 4', 'pMVAST = 40.0000', 'pRedBCST = 10.0000', 'vBCST = 1400.00 × (1 − 10%) = 1260.00'],
        ...['pICMSST = 18.0000', 'vICMSST = 1260.00 × 18% − 162.00 = 64.80'],
        ...['vICMSDeson = 180.00 − 162.00 = 18.00', ...other],
        ...['vICMSSTDeson = 1400.00 × 18% − 162.00 − 64.80 = 25.20', 'motDesICMSST = 9'],
      ],
      ...ibsCbs('1000.00 − 162.00 = 838.00', '838.00 × 0.1% = 0.84', '838.00 × 0.9% = 7.54'),
      note: ['vNF = 1000.00 + 64.80 = 1064.80'],
    },
  },
  {
    of: '90, of a rate that the benefit lowers',
    regime: 'NORMAL',
    item: { icmsSituation: '90', icmsRate: '12', icmsExemptedRate: '18', icmsExemptionReason: '12' },
    gives: {
      ICMS90: [
        ...['vBC = 10 × 100.00 = 1000.00', 'pICMS = 12.0000', 'vICMS = 1000.00 × 12% = 120.00'],
        ...['vICMSDeson = 1000.00 × 18% − 120.00 = 60.00', 'motDesICMS = 12'],
      ],
      ...ibsCbs('1000.00 − 120.00 = 880.00', '880.00 × 0.1% = 0.88', '880.00 × 0.9% = 7.92'),
      note: of1000,
    },
  },
  {
    of: '51, on a base that another benefit reduces',
    regime: 'NORMAL',
    item: { icmsSituation: '51', icmsRate: '18', icmsRedBc: '50', icmsRedBcBenefitCode: 'SP020010' },
    gives: {
      ICMS51: [
        ...['pRedBC = 50.0000', 'vBC = 1000.00 × (1 − 50%) = 500.00', 'pICMS = 18.0000'],
        ...['vICMSOp = 500.00 × 18% = 90.00', 'pDif = 100.0000', 'vICMSDif = 90.00 × 100% = 90.00'],
        'vICMS = 90.00 − 90.00 = 0.00',
      ],
      ...ibsCbsOfAll,
      note: of1000,
    },
  },
  {
    of: '60, with what was retained and what would be charged without it',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '60', cest },
      retainedSt: {
        ...{ base: '800', rate: '20', ownValue: '90', value: '70' },
        ...{ fcpBase: '800', fcpRate: '2', fcpValue: '16' },
      },
      effectiveIcms: { rate: '18', baseReduction: '10' },
    },
    gives: {
      ICMS60: [
        ...['vBCSTRet = 800 × 100% = 800.00', 'pST = 20.0000', 'vICMSSubstituto = 90 × 100% = 90.00'],
        ...['vICMSSTRet = 70 × 100% = 70.00', 'vBCFCPSTRet = 800 × 100% = 800.00', 'pFCPSTRet = 2.0000'],
        ...['vFCPSTRet = 16 × 100% = 16.00', 'pRedBCEfet = 10.0000', 'vBCEfet = 1000.00 × (1 − 10%) = 900.00'],
        ...['pICMSEfet = 18.0000', 'vICMSEfet = 900.00 × 18% = 162.00'],
      ],
      ...ibsCbsOfAll,
      note: of1000,
    },
  },
  {
    of: '500, with what was retained',
    regime: 'SIMPLES',
    item: { icmsSituation: '500', cest, retainedSt: { base: '800', rate: '18', value: '54' } },
    gives: {
      ICMSSN500: ['vBCSTRet = 800 × 100% = 800.00', 'pST = 18.0000', 'vICMSSTRet = 54 × 100% = 54.00'],
      note: of1000,
    },
  },
  ...(['0', '1', '2', '3', '5'] as const).map((mode): TaxCase => ({
    of: `10 by the price of one unit, mode ${mode}`,
    regime: 'NORMAL',
    item: {
      icmsSituation: '10',
      cest,
      icmsRate: '18',
      icmsStModBc: mode,
      icmsStRate: '18',
      icmsStUnitPrice: '150.005',
    },
    gives: {
      ICMS10: [
        ...['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'],
        ...[`modBCST = ${mode}`, 'vBCST = 10 × 150.005 = 1500.05', 'pICMSST = 18.0000'],
        'vICMSST = 1500.05 × 18% − 180.00 = 90.01',
      ],
      ...ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38'),
      note: ['vNF = 1000.00 + 90.01 = 1090.01'],
    },
  })),
  {
    of: '10 by the base of the whole line, reduced',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '10', cest, icmsRate: '18', icmsStModBc: '5', icmsStRate: '18' },
      ...{ icmsStBase: '1600', icmsStRedBc: '10' },
    },
    gives: {
      ICMS10: [
        ...['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'],
        ...['modBCST = 5', 'pRedBCST = 10.0000', 'vBCST = 1600 × (1 − 10%) = 1440.00', 'pICMSST = 18.0000'],
        'vICMSST = 1440.00 × 18% − 180.00 = 79.20',
      ],
      ...ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38'),
      note: ['vNF = 1000.00 + 79.20 = 1079.20'],
    },
  },
  {
    of: '00 of goods whose IPI is three times their value',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '300' },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 300.0000', 'vIPI = 1000.00 × 300% = 3000.00'],
      ICMS00: ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'],
      ...ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38'),
      note: ['vNF = 1000.00 + 3000.00 = 4000.00'],
    },
  },
];
