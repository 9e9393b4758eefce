import { personIn } from '../../documents/sale.ts';
import { ibsCbs, type TaxCase } from './tax-case.ts';

/** Half a cent is rounded up, also where a binary fraction would be slightly less (1.005, 18.045, 2.675). */
export const rounding: TaxCase[] = [
  {
    of: 'a unit value of half a cent',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', quantity: '1', unitValue: '1.005' },
    gives: { ICMSSN102: [], note: ['vProd = 1 × 1.005 = 1.01', 'vNF = 1 × 1.005 = 1.01'] },
  },
  {
    of: 'a product that is above the cent by 0.0006',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', quantity: '2.3457', unitValue: '19.9915' },
    gives: { ICMSSN102: [], note: ['vProd = 2.3457 × 19.9915 = 46.89', 'vNF = 2.3457 × 19.9915 = 46.89'] },
  },
  {
    of: 'a unit value of ten places',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', quantity: '7', unitValue: '0.1428571429' },
    gives: { ICMSSN102: [], note: ['vProd = 7 × 0.1428571429 = 1.00', 'vNF = 7 × 0.1428571429 = 1.00'] },
  },
  {
    of: 'ICMS of half a cent',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', quantity: '1', unitValue: '100.25' },
    gives: {
      ICMS00: ['vBC = 1 × 100.25 = 100.25', 'pICMS = 18.0000', 'vICMS = 100.25 × 18% = 18.05'],
      ...ibsCbs('100.25 − 18.05 = 82.20', '82.20 × 0.1% = 0.08', '82.20 × 0.9% = 0.74'),
      note: ['vNF = 1 × 100.25 = 100.25'],
    },
  },
  {
    of: 'ICMS at a rate of four places',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18.1234' },
    gives: {
      ICMS00: ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.1234', 'vICMS = 1000.00 × 18.1234% = 181.23'],
      ...ibsCbs('1000.00 − 181.23 = 818.77', '818.77 × 0.1% = 0.82', '818.77 × 0.9% = 7.37'),
      note: ['vNF = 10 × 100.00 = 1000.00'],
    },
  },
  {
    of: 'a reduced base of half a cent, and ICMS on what is printed of it',
    regime: 'NORMAL',
    item: { icmsSituation: '20', icmsRate: '17', icmsRedBc: '50', quantity: '1', unitValue: '33.35' },
    gives: {
      // 17 % of the exact 16.675 would be 2.83.
      ICMS20: [
        ...['pRedBC = 50.0000', 'vBC = 33.35 × (1 − 50%) = 16.68'],
        ...['pICMS = 17.0000', 'vICMS = 16.68 × 17% = 2.84'],
      ],
      ...ibsCbs('33.35 − 2.84 = 30.51', '30.51 × 0.1% = 0.03', '30.51 × 0.9% = 0.27'),
      note: ['vNF = 1 × 33.35 = 33.35'],
    },
  },
  {
    of: 'the fund of half a cent',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', fcpRate: '2', quantity: '1', unitValue: '150.25' },
    gives: {
      ICMS00: [
        ...['vBC = 1 × 150.25 = 150.25', 'pICMS = 18.0000', 'vICMS = 150.25 × 18% = 27.05'],
        ...['pFCP = 2.0000', 'vFCP = 150.25 × 2% = 3.01'],
      ],
      ...ibsCbs('150.25 − 27.05 − 3.01 = 120.19', '120.19 × 0.1% = 0.12', '120.19 × 0.9% = 1.08'),
      note: ['vNF = 1 × 150.25 = 150.25'],
    },
  },
  {
    of: 'substitution on a base that is rounded first',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '10', icmsRate: '18', quantity: '3', unitValue: '33.33', cest: '2800100' },
      ...{ icmsStModBc: '4', icmsStMva: '37.21', icmsStRate: '18' },
    },
    gives: {
      ICMS10: [
        ...['vBC = 3 × 33.33 = 99.99', 'pICMS = 18.0000', 'vICMS = 99.99 × 18% = 18.00'],
        ...['modBCST = 4', 'pMVAST = 37.2100', 'vBCST = 99.99 × (1 + 37.21%) = 137.20'],
        ...['pICMSST = 18.0000', 'vICMSST = 137.20 × 18% − 18.00 = 6.70'],
      ],
      ...ibsCbs('99.99 − 18.00 = 81.99', '81.99 × 0.1% = 0.08', '81.99 × 0.9% = 0.74'),
      note: ['vNF = 99.99 + 6.70 = 106.69'],
    },
  },
  {
    of: 'a credit of Simples of half a cent',
    regime: 'SIMPLES',
    item: { icmsSituation: '101', icmsSnCreditRate: '2.5', quantity: '1', unitValue: '107' },
    gives: {
      ICMSSN101: ['pCredSN = 2.5000', 'vCredICMSSN = 107.00 × 2.5% = 2.68'],
      note: ['vNF = 1 × 107 = 107.00'],
    },
  },
  {
    of: 'a credit of Simples below half a cent',
    regime: 'SIMPLES',
    item: { icmsSituation: '101', icmsSnCreditRate: '1.36', quantity: '1', unitValue: '333.33' },
    gives: {
      ICMSSN101: ['pCredSN = 1.3600', 'vCredICMSSN = 333.33 × 1.36% = 4.53'],
      note: ['vNF = 1 × 333.33 = 333.33'],
    },
  },
  {
    of: 'PIS of half a cent and COFINS of a tenth of one',
    regime: 'SIMPLES',
    item: {
      ...{ icmsSituation: '102', quantity: '1', unitValue: '230.00' },
      ...{ pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '0.0005' },
    },
    gives: {
      ICMSSN102: [],
      PISAliq: ['vBC = 1 × 230.00 = 230.00', 'pPIS = 1.6500', 'vPIS = 230.00 × 1.65% = 3.80'],
      COFINSAliq: ['vBC = 1 × 230.00 = 230.00', 'pCOFINS = 0.0005', 'vCOFINS = 230.00 × 0.0005% = 0.00'],
      note: ['vNF = 1 × 230.00 = 230.00'],
    },
  },
  {
    of: 'IBS of half a cent and CBS of half a cent',
    regime: 'NORMAL',
    item: { icmsSituation: '40', quantity: '1', unitValue: '45.00' },
    gives: {
      ICMS40: [],
      ...ibsCbs('1 × 45.00 = 45.00', '45.00 × 0.1% = 0.05', '45.00 × 0.9% = 0.41'),
      note: ['vNF = 1 × 45.00 = 45.00'],
    },
  },
  {
    of: 'IBS just below half a cent',
    regime: 'NORMAL',
    item: { icmsSituation: '40', quantity: '1', unitValue: '44.99' },
    gives: {
      ICMS40: [],
      ...ibsCbs('1 × 44.99 = 44.99', '44.99 × 0.1% = 0.04', '44.99 × 0.9% = 0.40'),
      note: ['vNF = 1 × 44.99 = 44.99'],
    },
  },
  {
    of: "the destination's share of half a cent",
    regime: 'NORMAL',
    item: { icmsSituation: '00', quantity: '1', unitValue: '10.30' },
    to: personIn('BA'),
    gives: {
      ICMS00: ['vBC = 1 × 10.30 = 10.30', 'pICMS = 7.0000', 'vICMS = 10.30 × 7% = 0.72'],
      ICMSUFDest: [
        ...['vBCUFDest = 1 × 10.30 = 10.30', 'pICMSUFDest = 20.5000', 'pICMSInter = 7.00'],
        'vICMSUFDest = 10.30 × (20.5% − 7%) = 1.39',
      ],
      ...ibsCbs('10.30 − 0.72 − 1.39 = 8.19', '8.19 × 0.1% = 0.01', '8.19 × 0.9% = 0.07'),
      note: ['vNF = 1 × 10.30 = 10.30'],
    },
  },
  {
    of: 'amounts near the end of what the layout holds, to the last cent',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '17.9999', quantity: '99999999.9999', unitValue: '9999.99' },
    gives: {
      ICMS00: [
        ...['vBC = 99999999.9999 × 9999.99 = 999998999999.00', 'pICMS = 17.9999'],
        'vICMS = 999998999999.00 × 17.9999% = 179998820000.82',
      ],
      ...ibsCbs(
        '999998999999.00 − 179998820000.82 = 820000179998.18',
        '820000179998.18 × 0.1% = 820000180.00',
        '820000179998.18 × 0.9% = 7380001619.98',
      ),
      note: ['vNF = 99999999.9999 × 9999.99 = 999998999999.00'],
    },
  },
];
