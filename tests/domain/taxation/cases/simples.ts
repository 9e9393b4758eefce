import { personIn, taxpayerIn } from '../../documents/sale.ts';
import { cest, type TaxCase } from './tax-case.ts';

const of1000 = ['vNF = 10 × 100.00 = 1000.00'];
const byMargin = { icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest };
const of1400 = ['modBCST = 4', 'pMVAST = 40.0000', 'vBCST = 1000.00 × (1 + 40%) = 1400.00', 'pICMSST = 18.0000'];
const of180 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'];

/** ICMS by CSOSN. Simples carries no IBS and CBS by default, and shares nothing with the state of a consumer (ADI 5464). */
export const simples: TaxCase[] = [
  {
    of: '101, which lets the buyer take a credit',
    regime: 'SIMPLES',
    item: { icmsSituation: '101', icmsSnCreditRate: '2.5' },
    gives: { ICMSSN101: ['pCredSN = 2.5000', 'vCredICMSSN = 1000.00 × 2.5% = 25.00'], note: of1000 },
  },
  {
    of: '101 with the credit on what the operation is worth',
    regime: 'SIMPLES',
    item: { icmsSituation: '101', icmsSnCreditRate: '1.25', freight: '50', discount: '150' },
    gives: {
      ICMSSN101: ['pCredSN = 1.2500', 'vCredICMSSN = (1000.00 + 50 − 150) × 1.25% = 11.25'],
      note: ['vNF = 1000.00 + 50 − 150 = 900.00'],
    },
  },
  {
    of: '102, which has no use for rate or credit',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', icmsRate: '18', icmsSnCreditRate: '2.5', fcpRate: '2' },
    gives: { ICMSSN102: [], note: of1000 },
  },
  {
    of: '102 to a person in another state, to whose state Simples owes nothing',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', fcpRate: '2' },
    to: personIn('BA'),
    gives: { ICMSSN102: [], note: of1000 },
  },
  { of: '103', regime: 'SIMPLES', item: { icmsSituation: '103' }, gives: { ICMSSN102: [], note: of1000 } },
  { of: '300', regime: 'SIMPLES', item: { icmsSituation: '300' }, gives: { ICMSSN102: [], note: of1000 } },
  { of: '400', regime: 'SIMPLES', item: { icmsSituation: '400' }, gives: { ICMSSN102: [], note: of1000 } },
  {
    of: '500, whose ICMS somebody else paid',
    regime: 'SIMPLES',
    item: { icmsSituation: '500', ...byMargin },
    to: personIn('SP'),
    gives: { ICMSSN500: [], note: of1000 },
  },
  {
    of: '102 of an individual entrepreneur',
    regime: 'MEI',
    item: { icmsSituation: '102' },
    gives: { ICMSSN102: [], note: of1000 },
  },
  {
    of: '102 with PIS and COFINS in the single collection, where nobody says otherwise',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', pisSituation: null, cofinsSituation: null },
    gives: {
      ICMSSN102: [],
      PISOutr: ['vBC = 0.00', 'pPIS = 0.0000', 'vPIS = 0.00'],
      COFINSOutr: ['vBC = 0.00', 'pCOFINS = 0.0000', 'vCOFINS = 0.00'],
      note: of1000,
    },
  },
  {
    of: '102 with PIS and COFINS outside the single collection, on the whole operation',
    regime: 'SIMPLES',
    item: {
      ...{ icmsSituation: '102', pisSituation: '01', pisRate: '0.65' },
      ...{ cofinsSituation: '01', cofinsRate: '3' },
    },
    gives: {
      ICMSSN102: [],
      PISAliq: ['vBC = 10 × 100.00 = 1000.00', 'pPIS = 0.6500', 'vPIS = 1000.00 × 0.65% = 6.50'],
      COFINSAliq: ['vBC = 10 × 100.00 = 1000.00', 'pCOFINS = 3.0000', 'vCOFINS = 1000.00 × 3% = 30.00'],
      note: of1000,
    },
  },
  {
    of: '201, less the ICMS that the normal regime would have had, and with a credit',
    regime: 'SIMPLES',
    item: { icmsSituation: '201', icmsSnCreditRate: '2.5', ...byMargin },
    gives: {
      ICMSSN201: [
        ...[...of1400, 'vICMSST = 1400.00 × 18% − 1000.00 × 18% = 72.00'],
        ...['pCredSN = 2.5000', 'vCredICMSSN = 1000.00 × 2.5% = 25.00'],
      ],
      note: ['vNF = 1000.00 + 72.00 = 1072.00'],
    },
  },
  {
    of: '201 to another state, less the interstate ICMS',
    regime: 'SIMPLES',
    item: { icmsSituation: '201', icmsSnCreditRate: '2.56', ...byMargin, icmsStMva: '50', icmsStRate: '20.5' },
    to: taxpayerIn('BA'),
    gives: {
      ICMSSN201: [
        ...['modBCST = 4', 'pMVAST = 50.0000', 'vBCST = 1000.00 × (1 + 50%) = 1500.00', 'pICMSST = 20.5000'],
        'vICMSST = 1500.00 × 20.5% − 1000.00 × 7% = 237.50',
        ...['pCredSN = 2.5600', 'vCredICMSSN = 1000.00 × 2.56% = 25.60'],
      ],
      note: ['vNF = 1000.00 + 237.50 = 1237.50'],
    },
  },
  {
    of: '202 to another state, less the interstate ICMS',
    regime: 'SIMPLES',
    item: { icmsSituation: '202', ...byMargin },
    to: taxpayerIn('MG'),
    gives: {
      ICMSSN202: [...of1400, 'vICMSST = 1400.00 × 18% − 1000.00 × 12% = 132.00'],
      note: ['vNF = 1000.00 + 132.00 = 1132.00'],
    },
  },
  {
    of: '202 of imported goods to another state, less 4 %, with the fund',
    regime: 'SIMPLES',
    item: { icmsSituation: '202', icmsOrigin: '2', icmsStModBc: '6', icmsStRate: '20', fcpStRate: '2', cest },
    to: taxpayerIn('RJ'),
    gives: {
      ICMSSN202: [
        ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 20.0000'],
        'vICMSST = 1000.00 × 20% − 1000.00 × 4% = 160.00',
        ...['vBCFCPST = 10 × 100.00 = 1000.00', 'pFCPST = 2.0000', 'vFCPST = 1000.00 × 2% = 20.00'],
      ],
      note: ['vNF = 1000.00 + 160.00 + 20.00 = 1180.00'],
    },
  },
  {
    of: '202 whose reduced base leaves nothing to collect',
    regime: 'SIMPLES',
    item: { icmsSituation: '202', ...byMargin, icmsStRedBc: '30' },
    gives: {
      // 980.00 × 18% − 1000.00 × 18% is below zero.
      ICMSSN202: [
        ...['modBCST = 4', 'pMVAST = 40.0000', 'pRedBCST = 30.0000'],
        ...['vBCST = 1000.00 × (1 + 40%) × (1 − 30%) = 980.00', 'pICMSST = 18.0000', 'vICMSST = 0.00'],
      ],
      note: ['vNF = 1000.00 + 0.00 = 1000.00'],
    },
  },
  {
    of: '203 by the operation value',
    regime: 'SIMPLES',
    item: { icmsSituation: '203', icmsStModBc: '6', icmsStRate: '25', cest },
    gives: {
      ICMSSN202: [
        ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 25.0000'],
        'vICMSST = 1000.00 × 25% − 1000.00 × 18% = 70.00',
      ],
      note: ['vNF = 1000.00 + 70.00 = 1070.00'],
    },
  },
  { of: '900 with nothing', regime: 'SIMPLES', item: { icmsSituation: '900' }, gives: { ICMSSN900: [], note: of1000 } },
  {
    of: '900 with its own ICMS on a reduced base',
    regime: 'SIMPLES',
    item: { icmsSituation: '900', icmsRate: '18', icmsRedBc: '10' },
    gives: {
      ICMSSN900: [
        ...['vBC = 1000.00 × (1 − 10%) = 900.00', 'pRedBC = 10.0000'],
        ...['pICMS = 18.0000', 'vICMS = 900.00 × 18% = 162.00'],
      ],
      note: of1000,
    },
  },
  {
    of: '900 with a credit alone',
    regime: 'SIMPLES',
    item: { icmsSituation: '900', icmsSnCreditRate: '1.25' },
    gives: { ICMSSN900: ['pCredSN = 1.2500', 'vCredICMSSN = 1000.00 × 1.25% = 12.50'], note: of1000 },
  },
  {
    of: '900 with its own ICMS and substitution',
    regime: 'SIMPLES',
    item: { icmsSituation: '900', icmsRate: '18', ...byMargin },
    gives: {
      ICMSSN900: [...of180, ...of1400, 'vICMSST = 1400.00 × 18% − 180.00 = 72.00'],
      note: ['vNF = 1000.00 + 72.00 = 1072.00'],
    },
  },
  {
    of: '900 with everything it can have',
    regime: 'SIMPLES',
    item: { icmsSituation: '900', icmsRate: '18', icmsRedBc: '10', icmsSnCreditRate: '2', ...byMargin, fcpStRate: '2' },
    gives: {
      ICMSSN900: [
        ...['vBC = 1000.00 × (1 − 10%) = 900.00', 'pRedBC = 10.0000'],
        ...['pICMS = 18.0000', 'vICMS = 900.00 × 18% = 162.00'],
        ...[...of1400, 'vICMSST = 1400.00 × 18% − 162.00 = 90.00'],
        ...['vBCFCPST = 1000.00 × (1 + 40%) = 1400.00', 'pFCPST = 2.0000', 'vFCPST = 1400.00 × 2% = 28.00'],
        ...['pCredSN = 2.0000', 'vCredICMSSN = 900.00 × 2% = 18.00'],
      ],
      note: ['vNF = 1000.00 + 90.00 + 28.00 = 1118.00'],
    },
  },
];
