import { issuerOf, taxpayerIn } from '../../documents/sale.ts';
import { cest, ibsCbs, ibsCbsOfAll, type TaxCase, taxpayerOf } from './tax-case.ts';

const { address } = issuerOf('NORMAL').settings;
/** An issuer in Alagoas, whose fund is 1 or 2 %. */
const inAlagoas = { address: { ...address, state: 'AL', municipalityCode: '2704302', city: 'Maceió' } };
const of820 = ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38');
const of180 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'];
const byMargin = { icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest };
const byValue = { icmsStModBc: '6', cest };
const of1400 = ['modBCST = 4', 'pMVAST = 40.0000', 'vBCST = 1000.00 × (1 + 40%) = 1400.00', 'pICMSST = 18.0000'];

/** Substitution by CST: the ICMS of later operations, which the issuer collects and adds to the note. */
export const substitution: TaxCase[] = [
  {
    of: '10 by margin',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byMargin },
    gives: {
      ICMS10: [...of180, ...of1400, 'vICMSST = 1400.00 × 18% − 180.00 = 72.00'],
      ...of820,
      note: ['vNF = 1000.00 + 72.00 = 1072.00'],
    },
  },
  {
    of: '10 by the operation value, which has no use for the margin that was sent',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byValue, icmsStMva: '40', icmsStRate: '20' },
    gives: {
      ICMS10: [
        ...of180,
        ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 20.0000'],
        'vICMSST = 1000.00 × 20% − 180.00 = 20.00',
      ],
      ...of820,
      note: ['vNF = 1000.00 + 20.00 = 1020.00'],
    },
  },
  {
    of: '10 with IPI in the base of substitution and not in the own one',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byMargin, icmsStMva: '50', ipiSituation: '50', ipiRate: '5' },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 5.0000', 'vIPI = 1000.00 × 5% = 50.00'],
      ICMS10: [
        ...of180,
        ...['modBCST = 4', 'pMVAST = 50.0000', 'vBCST = (1000.00 + 50.00) × (1 + 50%) = 1575.00'],
        ...['pICMSST = 18.0000', 'vICMSST = 1575.00 × 18% − 180.00 = 103.50'],
      ],
      ...of820,
      note: ['vNF = 1000.00 + 50.00 + 103.50 = 1153.50'],
    },
  },
  {
    of: '10 with freight, insurance, other costs and discount in both bases',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '10', icmsRate: '18', ...byMargin },
      ...{ freight: '100', insurance: '20', otherCosts: '30', discount: '50' },
    },
    gives: {
      ICMS10: [
        ...['vBC = 1000.00 + 100 + 20 + 30 − 50 = 1100.00', 'pICMS = 18.0000', 'vICMS = 1100.00 × 18% = 198.00'],
        ...['modBCST = 4', 'pMVAST = 40.0000', 'vBCST = 1100.00 × (1 + 40%) = 1540.00'],
        ...['pICMSST = 18.0000', 'vICMSST = 1540.00 × 18% − 198.00 = 79.20'],
      ],
      ...ibsCbs('1100.00 − 198.00 = 902.00', '902.00 × 0.1% = 0.90', '902.00 × 0.9% = 8.12'),
      note: ['vNF = 1100.00 + 79.20 = 1179.20'],
    },
  },
  {
    of: '10 with the fund of substitution less the own fund',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byMargin, fcpRate: '2', fcpStRate: '2' },
    gives: {
      ICMS10: [
        ...of180,
        ...['vBCFCP = 10 × 100.00 = 1000.00', 'pFCP = 2.0000', 'vFCP = 1000.00 × 2% = 20.00'],
        ...[...of1400, 'vICMSST = 1400.00 × 18% − 180.00 = 72.00'],
        ...['vBCFCPST = 1000.00 × (1 + 40%) = 1400.00', 'pFCPST = 2.0000', 'vFCPST = 1400.00 × 2% − 20.00 = 8.00'],
      ],
      ...ibsCbs('1000.00 − 180.00 − 20.00 = 800.00', '800.00 × 0.1% = 0.80', '800.00 × 0.9% = 7.20'),
      note: ['vNF = 1000.00 + 72.00 + 8.00 = 1080.00'],
    },
  },
  {
    of: '10 whose substitution would be less than the own ICMS, and so is nothing',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byValue, icmsStRate: '12' },
    gives: {
      // 1000.00 × 12% − 180.00 is below zero.
      ICMS10: [...of180, ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 12.0000', 'vICMSST = 0.00']],
      ...of820,
      note: ['vNF = 1000.00 + 0.00 = 1000.00'],
    },
  },
  {
    of: '10 whose fund of substitution would be less than the own fund, and so is nothing',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byValue, icmsStRate: '18', fcpRate: '2', fcpStRate: '1' },
    settings: inAlagoas,
    to: taxpayerOf('AL', '2704302', 'Maceió'),
    gives: {
      // 1000.00 × 1% − 20.00 is below zero.
      ICMS10: [
        ...of180,
        ...['vBCFCP = 10 × 100.00 = 1000.00', 'pFCP = 2.0000', 'vFCP = 1000.00 × 2% = 20.00'],
        ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 18.0000'],
        'vICMSST = 1000.00 × 18% − 180.00 = 0.00',
        ...['vBCFCPST = 10 × 100.00 = 1000.00', 'pFCPST = 1.0000', 'vFCPST = 0.00'],
      ],
      ...ibsCbs('1000.00 − 180.00 − 20.00 = 800.00', '800.00 × 0.1% = 0.80', '800.00 × 0.9% = 7.20'),
      note: ['vNF = 1000.00 + 0.00 = 1000.00'],
    },
  },
  {
    of: '10 with a reduced base of substitution',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byMargin, icmsStRedBc: '20' },
    gives: {
      ICMS10: [
        ...of180,
        ...['modBCST = 4', 'pMVAST = 40.0000', 'pRedBCST = 20.0000'],
        ...['vBCST = 1000.00 × (1 + 40%) × (1 − 20%) = 1120.00', 'pICMSST = 18.0000'],
        'vICMSST = 1120.00 × 18% − 180.00 = 21.60',
      ],
      ...of820,
      note: ['vNF = 1000.00 + 21.60 = 1021.60'],
    },
  },
  {
    of: '10 to another state with the adjusted margin that was sent and the fund of destination',
    regime: 'NORMAL',
    item: { icmsSituation: '10', ...byMargin, icmsStMva: '56.1', icmsStRate: '20', fcpStRate: '2' },
    to: taxpayerIn('RJ'),
    gives: {
      ICMS10: [
        ...['vBC = 10 × 100.00 = 1000.00', 'pICMS = 12.0000', 'vICMS = 1000.00 × 12% = 120.00'],
        ...['modBCST = 4', 'pMVAST = 56.1000', 'vBCST = 1000.00 × (1 + 56.1%) = 1561.00'],
        ...['pICMSST = 20.0000', 'vICMSST = 1561.00 × 20% − 120.00 = 192.20'],
        ...['vBCFCPST = 1000.00 × (1 + 56.1%) = 1561.00', 'pFCPST = 2.0000', 'vFCPST = 1561.00 × 2% = 31.22'],
      ],
      ...ibsCbs('1000.00 − 120.00 = 880.00', '880.00 × 0.1% = 0.88', '880.00 × 0.9% = 7.92'),
      note: ['vNF = 1000.00 + 192.20 + 31.22 = 1223.42'],
    },
  },
  {
    of: '10 of imported goods to another state, less 4 % only',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsOrigin: '1', ...byMargin, icmsStMva: '63.9' },
    to: taxpayerIn('MG'),
    gives: {
      ICMS10: [
        ...['vBC = 10 × 100.00 = 1000.00', 'pICMS = 4.0000', 'vICMS = 1000.00 × 4% = 40.00'],
        ...['modBCST = 4', 'pMVAST = 63.9000', 'vBCST = 1000.00 × (1 + 63.9%) = 1639.00'],
        ...['pICMSST = 18.0000', 'vICMSST = 1639.00 × 18% − 40.00 = 255.02'],
      ],
      ...ibsCbs('1000.00 − 40.00 = 960.00', '960.00 × 0.1% = 0.96', '960.00 × 0.9% = 8.64'),
      note: ['vNF = 1000.00 + 255.02 = 1255.02'],
    },
  },
  {
    of: '10 to a taxpayer who consumes the goods: IPI in both bases',
    regime: 'NORMAL',
    item: { icmsSituation: '10', icmsRate: '18', ...byValue, icmsStRate: '20', ipiSituation: '50', ipiRate: '10' },
    document: { finalConsumer: true },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS10: [
        ...['vBC = 1000.00 + 100.00 = 1100.00', 'pICMS = 18.0000', 'vICMS = 1100.00 × 18% = 198.00'],
        ...['modBCST = 6', 'vBCST = 1000.00 + 100.00 = 1100.00', 'pICMSST = 20.0000'],
        'vICMSST = 1100.00 × 20% − 198.00 = 22.00',
      ],
      ...ibsCbs('1000.00 − 198.00 = 802.00', '802.00 × 0.1% = 0.80', '802.00 × 0.9% = 7.22'),
      note: ['vNF = 1000.00 + 100.00 + 22.00 = 1122.00'],
    },
  },
  {
    of: '10 of a company above the limit of Simples',
    regime: 'SIMPLES_EXCESS',
    item: { icmsSituation: '10', icmsRate: '18', ...byMargin },
    gives: {
      ICMS10: [...of180, ...of1400, 'vICMSST = 1400.00 × 18% − 180.00 = 72.00'],
      note: ['vNF = 1000.00 + 72.00 = 1072.00'],
    },
  },
  {
    of: '30, without own ICMS to take off',
    regime: 'NORMAL',
    item: { icmsSituation: '30', icmsRate: '18', ...byMargin },
    gives: {
      ICMS30: [...of1400, 'vICMSST = 1400.00 × 18% = 252.00'],
      ...ibsCbsOfAll,
      note: ['vNF = 1000.00 + 252.00 = 1252.00'],
    },
  },
  {
    of: '30 by the operation value with the fund',
    regime: 'NORMAL',
    item: { icmsSituation: '30', ...byValue, icmsStRate: '18', fcpStRate: '2' },
    gives: {
      ICMS30: [
        ...['modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 18.0000', 'vICMSST = 1000.00 × 18% = 180.00'],
        ...['vBCFCPST = 10 × 100.00 = 1000.00', 'pFCPST = 2.0000', 'vFCPST = 1000.00 × 2% = 20.00'],
      ],
      ...ibsCbsOfAll,
      note: ['vNF = 1000.00 + 180.00 + 20.00 = 1200.00'],
    },
  },
  {
    of: '70, both bases reduced',
    regime: 'NORMAL',
    item: { icmsSituation: '70', icmsRate: '18', icmsRedBc: '10', ...byMargin, icmsStRedBc: '10' },
    gives: {
      ICMS70: [
        ...['pRedBC = 10.0000', 'vBC = 1000.00 × (1 − 10%) = 900.00'],
        ...['pICMS = 18.0000', 'vICMS = 900.00 × 18% = 162.00'],
        ...['modBCST = 4', 'pMVAST = 40.0000', 'pRedBCST = 10.0000'],
        ...['vBCST = 1000.00 × (1 + 40%) × (1 − 10%) = 1260.00', 'pICMSST = 18.0000'],
        'vICMSST = 1260.00 × 18% − 162.00 = 64.80',
      ],
      ...ibsCbs('1000.00 − 162.00 = 838.00', '838.00 × 0.1% = 0.84', '838.00 × 0.9% = 7.54'),
      note: ['vNF = 1000.00 + 64.80 = 1064.80'],
    },
  },
  {
    of: '70 by the operation value with IPI and both funds, only the own base reduced',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '70', icmsRate: '18', icmsRedBc: '33.33', ...byValue, icmsStRate: '18' },
      ...{ fcpRate: '2', fcpStRate: '2', ipiSituation: '50', ipiRate: '10' },
    },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS70: [
        ...['pRedBC = 33.3300', 'vBC = 1000.00 × (1 − 33.33%) = 666.70'],
        ...['pICMS = 18.0000', 'vICMS = 666.70 × 18% = 120.01'],
        ...['vBCFCP = 1000.00 × (1 − 33.33%) = 666.70', 'pFCP = 2.0000', 'vFCP = 666.70 × 2% = 13.33'],
        ...['modBCST = 6', 'vBCST = 1000.00 + 100.00 = 1100.00', 'pICMSST = 18.0000'],
        'vICMSST = 1100.00 × 18% − 120.01 = 77.99',
        ...['vBCFCPST = 1000.00 + 100.00 = 1100.00', 'pFCPST = 2.0000', 'vFCPST = 1100.00 × 2% − 13.33 = 8.67'],
      ],
      ...ibsCbs('1000.00 − 120.01 − 13.33 = 866.66', '866.66 × 0.1% = 0.87', '866.66 × 0.9% = 7.80'),
      note: ['vNF = 1000.00 + 100.00 + 77.99 + 8.67 = 1186.66'],
    },
  },
  {
    of: '90 with its own ICMS and substitution',
    regime: 'NORMAL',
    item: { icmsSituation: '90', icmsRate: '18', ...byValue, icmsStRate: '25' },
    gives: {
      ICMS90: [
        ...[...of180, 'modBCST = 6', 'vBCST = 10 × 100.00 = 1000.00', 'pICMSST = 25.0000'],
        'vICMSST = 1000.00 × 25% − 180.00 = 70.00',
      ],
      ...of820,
      note: ['vNF = 1000.00 + 70.00 = 1070.00'],
    },
  },
  {
    of: '90 with substitution alone',
    regime: 'NORMAL',
    item: { icmsSituation: '90', ...byMargin },
    gives: {
      ICMS90: [...of1400, 'vICMSST = 1400.00 × 18% = 252.00'],
      ...ibsCbsOfAll,
      note: ['vNF = 1000.00 + 252.00 = 1252.00'],
    },
  },
];
