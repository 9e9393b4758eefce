import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { personIn } from '../../documents/sale.ts';
import type { TaxCase } from './tax-case.ts';

/** A thousand litres at 4.00: vProd is 4000.00 for every fuel. */
const thousand = { unit: 'L', quantity: '1000', unitValue: '4' };
const gasoline: Partial<ItemInput> = {
  ...thousand,
  fuel: {
    anpCode: '320102001',
    biodieselPercent: '30',
    origins: [
      { imported: false, state: 'SP', percent: '70' },
      { imported: true, state: 'BA', percent: '30' },
    ],
  },
};
const gasolineA: Partial<ItemInput> = { ...thousand, fuel: { anpCode: '320101001', biodieselPercent: '30' } };
const dieselB: Partial<ItemInput> = {
  ...thousand,
  fuel: {
    anpCode: '820101034',
    biodieselPercent: '14',
    origins: [{ imported: false, state: 'SP', percent: '100' }],
  },
};
const of4000 = ['vNF = 1000 × 4 = 4000.00'];

/** Single-phase ICMS (NT 2023.001 v1.60) at the rates of 2026: gasoline and ethanol 1.57, diesel and B100 1.17, LPG 1.47. */
export const fuels: TaxCase[] = [
  {
    of: '02 of gasoline C, at the rate of the table',
    regime: 'NORMAL',
    item: { ...gasoline, icmsSituation: '02' },
    gives: {
      ICMS02: ['qBCMono = 1000.0000', 'adRemICMS = 1.5700', 'vICMSMono = 1000 × 1.57 = 1570.00'],
      note: of4000,
    },
  },
  {
    of: '15 of gasoline A, with the ethanol that is to be mixed into it',
    regime: 'NORMAL',
    item: { ...gasolineA, icmsSituation: '15' },
    gives: {
      ICMS15: [
        ...['qBCMono = 1000.0000', 'adRemICMS = 1.5700', 'vICMSMono = 1000 × 1.57 = 1570.00'],
        // Thirty parts of ethanol go with seventy of gasoline A: 1000 × 30 ÷ 70.
        ...['qBCMonoReten = 428.5714', 'adRemICMSReten = 1.5700', 'vICMSMonoReten = 428.5714 × 1.57 = 672.86'],
      ],
      note: ['vNF = 4000.00 + 672.86 = 4672.86'],
    },
  },
  {
    of: '15 of diesel B from the refinery, as the technical note works it out but at the rate of 2026',
    regime: 'NORMAL',
    item: { ...dieselB, icmsSituation: '15' },
    gives: {
      ICMS15: [
        ...['qBCMono = 1000 − 140 = 860.0000', 'adRemICMS = 1.1700', 'vICMSMono = 860 × 1.17 = 1006.20'],
        ...['qBCMonoReten = 140.0000', 'adRemICMSReten = 1.1700', 'vICMSMonoReten = 140 × 1.17 × 0.3333 = 54.59'],
      ],
      note: ['vNF = 4000.00 + 54.59 = 4054.59'],
    },
  },
  {
    of: '15 with a reduced rate, and the quantity of biofuel and the rates that were sent',
    regime: 'NORMAL',
    item: {
      ...{ ...gasolineA, icmsSituation: '15', icmsMonoRate: '1.5', icmsMonoRetainedRate: '1.4' },
      ...{ icmsMonoReductionRate: '50', icmsMonoReductionReason: '1' },
      fuel: { anpCode: '320101001', biodieselPercent: '30', retainedQuantity: '400' },
    },
    gives: {
      ICMS15: [
        ...['qBCMono = 1000.0000', 'adRemICMS = 1.5 × 50% = 0.7500', 'vICMSMono = 1000 × 0.75 = 750.00'],
        ...['qBCMonoReten = 400.0000', 'adRemICMSReten = 1.4 × 50% = 0.7000', 'vICMSMonoReten = 400 × 0.7 = 280.00'],
        ...['pRedAdRem = 50.00', 'motRedAdRem = 1'],
      ],
      note: ['vNF = 4000.00 + 280.00 = 4280.00'],
    },
  },
  {
    of: '53, all of it deferred where nobody says how much',
    regime: 'NORMAL',
    item: { ...gasoline, icmsSituation: '53' },
    gives: {
      ICMS53: [
        ...['qBCMono = 1000.0000', 'adRemICMS = 1.5700', 'vICMSMonoOp = 1000 × 1.57 = 1570.00', 'pDif = 100.0000'],
        ...['vICMSMonoDif = 1570.00 × 100% = 1570.00', 'vICMSMono = 1570.00 − 1570.00 = 0.00'],
      ],
      note: of4000,
    },
  },
  {
    of: '53, of which a part is deferred',
    regime: 'NORMAL',
    item: { ...gasoline, icmsSituation: '53', icmsDeferralRate: '40' },
    gives: {
      ICMS53: [
        ...['qBCMono = 1000.0000', 'adRemICMS = 1.5700', 'vICMSMonoOp = 1000 × 1.57 = 1570.00', 'pDif = 40.0000'],
        ...['vICMSMonoDif = 1570.00 × 40% = 628.00', 'vICMSMono = 1570.00 − 628.00 = 942.00'],
      ],
      note: of4000,
    },
  },
  ...(['NORMAL', 'SIMPLES'] as const).map((regime): TaxCase => ({
    of: `61 at the pump, to a driver, of a company of ${regime}`,
    regime,
    to: personIn('SP'),
    item: {
      ...thousand,
      quantity: '33.333',
      unitValue: '6.099',
      cfop: '5656',
      icmsSituation: '61',
      fuel: { anpCode: '320102001' },
    },
    gives: {
      ICMS61: ['qBCMonoRet = 33.3330', 'adRemICMSRet = 1.5700', 'vICMSMonoRet = 33.333 × 1.57 = 52.33'],
      note: ['vNF = 33.333 × 6.099 = 203.30'],
    },
  })),
  {
    of: '61 of LPG, by the kilogram',
    regime: 'NORMAL',
    item: {
      ...{ ...thousand, unit: 'KG', icmsSituation: '61' },
      fuel: { anpCode: '210203001', glpPercent: '100', nationalGasPercent: '0', importedGasPercent: '0' },
    },
    gives: {
      ICMS61: ['qBCMonoRet = 1000.0000', 'adRemICMSRet = 1.4700', 'vICMSMonoRet = 1000 × 1.47 = 1470.00'],
      note: of4000,
    },
  },
];
