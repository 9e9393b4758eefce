import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { issuerOf, personIn, taxpayerIn } from '../../documents/sale.ts';
import { cest, ibsCbs, ibsCbsOfAll, type TaxCase, taxpayerOf } from './tax-case.ts';

const of1000 = ['vNF = 10 × 100.00 = 1000.00'];
const at4 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 4.0000', 'vICMS = 1000.00 × 4% = 40.00'];
const at7 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 7.0000', 'vICMS = 1000.00 × 7% = 70.00'];
const at12 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 12.0000', 'vICMS = 1000.00 × 12% = 120.00'];
const of960 = ibsCbs('1000.00 − 40.00 = 960.00', '960.00 × 0.1% = 0.96', '960.00 × 0.9% = 8.64');
const of930 = ibsCbs('1000.00 − 70.00 = 930.00', '930.00 × 0.1% = 0.93', '930.00 × 0.9% = 8.37');
const of880 = ibsCbs('1000.00 − 120.00 = 880.00', '880.00 × 0.1% = 0.88', '880.00 × 0.9% = 7.92');

const espiritoSanto = taxpayerOf('ES', '3205309', 'Vitória');
const { settings } = issuerOf('NORMAL');
const fromBahia = { address: { ...settings.address, state: 'BA', municipalityCode: '2927408', city: 'Salvador' } };
const fromEspiritoSanto = {
  address: { ...settings.address, state: 'ES', municipalityCode: '3205309', city: 'Vitória' },
};
const santaCatarina = taxpayerOf('SC', '4205407', 'Florianópolis');
const exempt: ClientSnapshot = { ...santaCatarina, stateRegistration: null, taxpayerType: 'ISENTO' };
const hospital: ClientSnapshot = { ...taxpayerIn('RJ'), stateRegistration: null, taxpayerType: 'NAO_CONTRIBUINTE' };
const taxed: Partial<ItemInput> = { icmsSituation: '00' };

/** Interstate rates (Senate 22/1989 and 13/2012), used if no level gives a rate. */
export const interstateRates: TaxCase[] = [
  {
    of: '7 % from the Southeast to the Northeast',
    regime: 'NORMAL',
    item: taxed,
    to: taxpayerIn('BA'),
    gives: { ICMS00: at7, ...of930, note: of1000 },
  },
  {
    of: '7 % from the Southeast to Espírito Santo',
    regime: 'NORMAL',
    item: taxed,
    to: espiritoSanto,
    gives: { ICMS00: at7, ...of930, note: of1000 },
  },
  {
    of: '12 % inside the Southeast',
    regime: 'NORMAL',
    item: taxed,
    to: taxpayerIn('RJ'),
    gives: { ICMS00: at12, ...of880, note: of1000 },
  },
  {
    of: '12 % from the Northeast to the Southeast',
    regime: 'NORMAL',
    item: taxed,
    settings: fromBahia,
    to: taxpayerIn('SP'),
    gives: { ICMS00: at12, ...of880, note: of1000 },
  },
  {
    of: '12 % from Espírito Santo to the Northeast',
    regime: 'NORMAL',
    item: taxed,
    settings: fromEspiritoSanto,
    to: taxpayerIn('BA'),
    gives: { ICMS00: at12, ...of880, note: of1000 },
  },
  ...['1', '2', '3', '8'].map((icmsOrigin): TaxCase => ({
    of: `4 % of goods of origin ${icmsOrigin}`,
    regime: 'NORMAL',
    item: { ...taxed, icmsOrigin },
    to: taxpayerIn('RJ'),
    gives: { ICMS00: at4, ...of960, note: of1000 },
  })),
  ...['0', '4', '5', '6', '7'].map((icmsOrigin): TaxCase => ({
    of: `7 % of goods of origin ${icmsOrigin}, to which the 4 % do not apply`,
    regime: 'NORMAL',
    item: { ...taxed, icmsOrigin },
    to: taxpayerIn('BA'),
    gives: { ICMS00: at7, ...of930, note: of1000 },
  })),
  {
    of: '7 % of goods that come in from São Paulo to Bahia, for their way counts and not who writes the note',
    regime: 'NORMAL',
    item: { ...taxed, cfop: '2102' },
    settings: fromBahia,
    to: taxpayerIn('SP'),
    document: { operationType: 'IN' },
    gives: { ICMS00: at7, ...of930, note: of1000 },
  },
  {
    of: '7 % without the own fund, which does not reach a taxpayer of another state',
    regime: 'NORMAL',
    item: { ...taxed, fcpRate: '2' },
    to: taxpayerIn('BA'),
    gives: { ICMS00: at7, ...of930, note: of1000 },
  },
];

/** ICMSUFDest: the share of the state of a final consumer who is no taxpayer (EC 87/2015). */
export const destinationShare: TaxCase[] = [
  {
    of: 'to a person in Bahia, with its fund',
    regime: 'NORMAL',
    item: { ...taxed, fcpRate: '2' },
    to: personIn('BA'),
    gives: {
      ICMS00: at7,
      ICMSUFDest: [
        ...['vBCUFDest = 10 × 100.00 = 1000.00', 'vBCFCPUFDest = 10 × 100.00 = 1000.00', 'pFCPUFDest = 2.0000'],
        ...['pICMSUFDest = 20.5000', 'pICMSInter = 7.00', 'vFCPUFDest = 1000.00 × 2% = 20.00'],
        'vICMSUFDest = 1000.00 × (20.5% − 7%) = 135.00',
      ],
      ...ibsCbs('1000.00 − 70.00 − 135.00 − 20.00 = 775.00', '775.00 × 0.1% = 0.78', '775.00 × 0.9% = 6.98'),
      note: of1000,
    },
  },
  {
    of: 'to a company in Rio de Janeiro that is no taxpayer',
    regime: 'NORMAL',
    item: taxed,
    to: hospital,
    gives: {
      ICMS00: at12,
      ICMSUFDest: [
        ...['vBCUFDest = 10 × 100.00 = 1000.00', 'pICMSUFDest = 20.0000', 'pICMSInter = 12.00'],
        'vICMSUFDest = 1000.00 × (20% − 12%) = 80.00',
        ...['vBCFCPUFDest = 10 × 100.00 = 1000.00', 'pFCPUFDest = 2.0000', 'vFCPUFDest = 1000.00 × 2% = 20.00'],
      ],
      ...ibsCbs('1000.00 − 120.00 − 80.00 − 20.00 = 780.00', '780.00 × 0.1% = 0.78', '780.00 × 0.9% = 7.02'),
      note: of1000,
    },
  },
  {
    of: 'of imported goods to a person in Minas Gerais',
    regime: 'NORMAL',
    item: { ...taxed, icmsOrigin: '8' },
    to: personIn('MG'),
    gives: {
      ICMS00: at4,
      ICMSUFDest: [
        ...['vBCUFDest = 10 × 100.00 = 1000.00', 'pICMSUFDest = 18.0000', 'pICMSInter = 4.00'],
        'vICMSUFDest = 1000.00 × (18% − 4%) = 140.00',
      ],
      ...ibsCbs('1000.00 − 40.00 − 140.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38'),
      note: of1000,
    },
  },
  {
    of: 'with IPI in the base, which the consumer bears',
    regime: 'NORMAL',
    item: { ...taxed, ipiSituation: '50', ipiRate: '10' },
    to: personIn('BA'),
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS00: ['vBC = 1000.00 + 100.00 = 1100.00', 'pICMS = 7.0000', 'vICMS = 1100.00 × 7% = 77.00'],
      ICMSUFDest: [
        ...['vBCUFDest = 1000.00 + 100.00 = 1100.00', 'pICMSUFDest = 20.5000', 'pICMSInter = 7.00'],
        'vICMSUFDest = 1100.00 × (20.5% − 7%) = 148.50',
      ],
      ...ibsCbs('1000.00 − 77.00 − 148.50 = 774.50', '774.50 × 0.1% = 0.77', '774.50 × 0.9% = 6.97'),
      note: ['vNF = 1000.00 + 100.00 = 1100.00'],
    },
  },
  {
    of: 'with freight and discount in the base',
    regime: 'NORMAL',
    item: { ...taxed, freight: '80', discount: '30' },
    to: personIn('RJ'),
    gives: {
      ICMS00: ['vBC = 1000.00 + 80 − 30 = 1050.00', 'pICMS = 12.0000', 'vICMS = 1050.00 × 12% = 126.00'],
      ICMSUFDest: [
        ...['vBCUFDest = 1000.00 + 80 − 30 = 1050.00', 'pICMSUFDest = 20.0000', 'pICMSInter = 12.00'],
        'vICMSUFDest = 1050.00 × (20% − 12%) = 84.00',
        ...['vBCFCPUFDest = 1000.00 + 80 − 30 = 1050.00', 'pFCPUFDest = 2.0000', 'vFCPUFDest = 1050.00 × 2% = 21.00'],
      ],
      ...ibsCbs('1050.00 − 126.00 − 84.00 − 21.00 = 819.00', '819.00 × 0.1% = 0.82', '819.00 × 0.9% = 7.37'),
      note: ['vNF = 1000.00 + 80 − 30 = 1050.00'],
    },
  },
  {
    of: 'of CST 20 on the same reduced base as its own ICMS',
    regime: 'NORMAL',
    item: { icmsSituation: '20', icmsRedBc: '50' },
    to: personIn('RJ'),
    gives: {
      ICMS20: [
        ...['pRedBC = 50.0000', 'vBC = 1000.00 × (1 − 50%) = 500.00'],
        ...['pICMS = 12.0000', 'vICMS = 500.00 × 12% = 60.00'],
      ],
      ICMSUFDest: [
        ...['vBCUFDest = 1000.00 × (1 − 50%) = 500.00', 'pICMSUFDest = 20.0000', 'pICMSInter = 12.00'],
        'vICMSUFDest = 500.00 × (20% − 12%) = 40.00',
        ...['vBCFCPUFDest = 1000.00 × (1 − 50%) = 500.00', 'pFCPUFDest = 2.0000', 'vFCPUFDest = 500.00 × 2% = 10.00'],
      ],
      ...ibsCbs('1000.00 − 60.00 − 40.00 − 10.00 = 890.00', '890.00 × 0.1% = 0.89', '890.00 × 0.9% = 8.01'),
      note: of1000,
    },
  },
  {
    of: 'of CST 60, whose ICMS was paid to the own state only (rule NA01-20)',
    regime: 'NORMAL',
    item: { icmsSituation: '60', cest, fcpRate: '2' },
    to: personIn('BA'),
    gives: {
      ICMS60: [],
      ICMSUFDest: [
        ...['vBCUFDest = 10 × 100.00 = 1000.00', 'vBCFCPUFDest = 10 × 100.00 = 1000.00', 'pFCPUFDest = 2.0000'],
        ...['pICMSUFDest = 20.5000', 'pICMSInter = 7.00', 'vFCPUFDest = 1000.00 × 2% = 20.00'],
        'vICMSUFDest = 1000.00 × (20.5% − 7%) = 135.00',
      ],
      ...ibsCbs('1000.00 − 135.00 − 20.00 = 845.00', '845.00 × 0.1% = 0.85', '845.00 × 0.9% = 7.61'),
      note: of1000,
    },
  },
  {
    of: 'of a company above the limit of Simples, which pays ICMS outside it',
    regime: 'SIMPLES_EXCESS',
    item: taxed,
    to: personIn('BA'),
    gives: {
      ICMS00: at7,
      ICMSUFDest: [
        ...['vBCUFDest = 10 × 100.00 = 1000.00', 'pICMSUFDest = 20.5000', 'pICMSInter = 7.00'],
        'vICMSUFDest = 1000.00 × (20.5% − 7%) = 135.00',
      ],
      note: of1000,
    },
  },
  ...['40', '41'].map((icmsSituation): TaxCase => ({
    of: `none of CST ${icmsSituation}, which is not taxed there either`,
    regime: 'NORMAL',
    item: { icmsSituation, fcpRate: '2' },
    to: personIn('BA'),
    gives: { ICMS40: [], ...ibsCbsOfAll, note: of1000 },
  })),
  {
    of: 'none to a taxpayer of another state who consumes the goods',
    regime: 'NORMAL',
    item: { ...taxed, fcpRate: '2' },
    to: taxpayerIn('BA'),
    document: { finalConsumer: true },
    gives: { ICMS00: at7, ...of930, note: of1000 },
  },
  {
    of: 'none to a taxpayer of another state without a registration',
    regime: 'NORMAL',
    item: taxed,
    to: exempt,
    gives: { ICMS00: at12, ...of880, note: of1000 },
  },
  {
    of: 'none to a person of the own state',
    regime: 'NORMAL',
    item: { ...taxed, icmsRate: '18' },
    to: personIn('SP'),
    gives: {
      ICMS00: ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'],
      ...ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38'),
      note: of1000,
    },
  },
];
