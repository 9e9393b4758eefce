import { personIn } from '../../documents/sale.ts';
import { cest, ibsCbs, ibsCbsOfAll, type TaxCase } from './tax-case.ts';

const of820 = ibsCbs('1000.00 − 180.00 = 820.00', '820.00 × 0.1% = 0.82', '820.00 × 0.9% = 7.38');
const of180 = ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'];
const of1000 = ['vNF = 10 × 100.00 = 1000.00'];

/** Own ICMS by CST, inside São Paulo. */
export const ownIcms: TaxCase[] = [
  {
    of: '00 at the rate that was sent',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18' },
    gives: { ICMS00: of180, ...of820, note: of1000 },
  },
  {
    of: '00 at the internal rate of the state, which the table has',
    regime: 'NORMAL',
    item: { icmsSituation: '00' },
    gives: { ICMS00: of180, ...of820, note: of1000 },
  },
  {
    of: '00 with freight, insurance, other costs and discount in its base',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', freight: '30', insurance: '15', otherCosts: '5', discount: '100' },
    gives: {
      ICMS00: ['vBC = 1000.00 + 30 + 15 + 5 − 100 = 950.00', 'pICMS = 18.0000', 'vICMS = 950.00 × 18% = 171.00'],
      ...ibsCbs('950.00 − 171.00 = 779.00', '779.00 × 0.1% = 0.78', '779.00 × 0.9% = 7.01'),
      note: ['vNF = 1000.00 + 30 + 15 + 5 − 100 = 950.00'],
    },
  },
  {
    of: "00 with the document's own discount and freight in its base",
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18' },
    document: { discount: '50', transport: { freightType: 'SENDER', freightValue: '20' } },
    gives: {
      ICMS00: ['vBC = 1000.00 + 20 − 50 = 970.00', 'pICMS = 18.0000', 'vICMS = 970.00 × 18% = 174.60'],
      ...ibsCbs('970.00 − 174.60 = 795.40', '795.40 × 0.1% = 0.80', '795.40 × 0.9% = 7.16'),
      note: ['vNF = 1000.00 + 20 − 50 = 970.00'],
    },
  },
  {
    of: '00 of goods given away, whose discount is their value',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', discount: '1000' },
    gives: {
      ICMS00: ['vBC = 1000.00 − 1000.00 = 0.00', 'pICMS = 18.0000', 'vICMS = 0.00 × 18% = 0.00'],
      ...ibsCbs('0.00 − 0.00 = 0.00', '0.00 × 0.1% = 0.00', '0.00 × 0.9% = 0.00'),
      note: ['vNF = 1000.00 − 1000.00 = 0.00'],
    },
  },
  {
    of: '00 with the fund against poverty, which does not add to the note',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', fcpRate: '2' },
    gives: {
      ICMS00: [...of180, 'pFCP = 2.0000', 'vFCP = 1000.00 × 2% = 20.00'],
      ...ibsCbs('1000.00 − 180.00 − 20.00 = 800.00', '800.00 × 0.1% = 0.80', '800.00 × 0.9% = 7.20'),
      note: of1000,
    },
  },
  {
    of: '00 with IPI in the base, for the buyer is a final consumer',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '10' },
    to: personIn('SP'),
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS00: ['vBC = 1000.00 + 100.00 = 1100.00', 'pICMS = 18.0000', 'vICMS = 1100.00 × 18% = 198.00'],
      ...ibsCbs('1000.00 − 198.00 = 802.00', '802.00 × 0.1% = 0.80', '802.00 × 0.9% = 7.22'),
      note: ['vNF = 1000.00 + 100.00 = 1100.00'],
    },
  },
  {
    of: '00 with IPI outside the base, for the buyer resells',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '10' },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS00: of180,
      ...of820,
      note: ['vNF = 1000.00 + 100.00 = 1100.00'],
    },
  },
  {
    of: '00 with IPI in the base of a taxpayer who says that it consumes the goods',
    regime: 'NORMAL',
    item: { icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '10' },
    document: { finalConsumer: true },
    gives: {
      IPITrib: ['vBC = 10 × 100.00 = 1000.00', 'pIPI = 10.0000', 'vIPI = 1000.00 × 10% = 100.00'],
      ICMS00: ['vBC = 1000.00 + 100.00 = 1100.00', 'pICMS = 18.0000', 'vICMS = 1100.00 × 18% = 198.00'],
      ...ibsCbs('1000.00 − 198.00 = 802.00', '802.00 × 0.1% = 0.80', '802.00 × 0.9% = 7.22'),
      note: ['vNF = 1000.00 + 100.00 = 1100.00'],
    },
  },
  {
    of: '20, whose reduced base is rounded before its rate',
    regime: 'NORMAL',
    item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '33.33' },
    gives: {
      ICMS20: [
        'pRedBC = 33.3300',
        'vBC = 1000.00 × (1 − 33.33%) = 666.70',
        'pICMS = 18.0000',
        'vICMS = 666.70 × 18% = 120.01',
      ],
      ...ibsCbs('1000.00 − 120.01 = 879.99', '879.99 × 0.1% = 0.88', '879.99 × 0.9% = 7.92'),
      note: of1000,
    },
  },
  {
    of: '20 with the fund on the reduced base',
    regime: 'NORMAL',
    item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '50', fcpRate: '2' },
    gives: {
      ICMS20: [
        ...['pRedBC = 50.0000', 'vBC = 1000.00 × (1 − 50%) = 500.00'],
        ...['pICMS = 18.0000', 'vICMS = 500.00 × 18% = 90.00'],
        ...['vBCFCP = 1000.00 × (1 − 50%) = 500.00', 'pFCP = 2.0000', 'vFCP = 500.00 × 2% = 10.00'],
      ],
      ...ibsCbs('1000.00 − 90.00 − 10.00 = 900.00', '900.00 × 0.1% = 0.90', '900.00 × 0.9% = 8.10'),
      note: of1000,
    },
  },
  {
    of: '20 whose base is reduced to nothing',
    regime: 'NORMAL',
    item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '100' },
    gives: {
      ICMS20: [
        ...['pRedBC = 100.0000', 'vBC = 1000.00 × (1 − 100%) = 0.00'],
        ...['pICMS = 18.0000', 'vICMS = 0.00 × 18% = 0.00'],
      ],
      ...ibsCbsOfAll,
      note: of1000,
    },
  },
  {
    of: '40, which has no use for a rate',
    regime: 'NORMAL',
    item: { icmsSituation: '40', icmsRate: '18', fcpRate: '2', icmsRedBc: '10' },
    gives: { ICMS40: [], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '41',
    regime: 'NORMAL',
    item: { icmsSituation: '41' },
    gives: { ICMS40: [], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '50',
    regime: 'NORMAL',
    item: { icmsSituation: '50' },
    gives: { ICMS40: [], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '51, all of it deferred where nobody says how much',
    regime: 'NORMAL',
    item: { icmsSituation: '51', icmsRate: '18' },
    gives: {
      ICMS51: [
        ...['pRedBC = 0.0000', 'vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMSOp = 1000.00 × 18% = 180.00'],
        ...['pDif = 100.0000', 'vICMSDif = 180.00 × 100% = 180.00', 'vICMS = 180.00 − 180.00 = 0.00'],
      ],
      ...ibsCbsOfAll,
      note: of1000,
    },
  },
  {
    of: '51, a third of it deferred',
    regime: 'NORMAL',
    item: { icmsSituation: '51', icmsRate: '18', icmsDeferralRate: '33.3333' },
    gives: {
      ICMS51: [
        ...['pRedBC = 0.0000', 'vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMSOp = 1000.00 × 18% = 180.00'],
        ...['pDif = 33.3333', 'vICMSDif = 180.00 × 33.3333% = 60.00', 'vICMS = 180.00 − 60.00 = 120.00'],
      ],
      ...ibsCbs('1000.00 − 120.00 = 880.00', '880.00 × 0.1% = 0.88', '880.00 × 0.9% = 7.92'),
      note: of1000,
    },
  },
  {
    of: '51, half of it deferred on a reduced base',
    regime: 'NORMAL',
    item: { icmsSituation: '51', icmsRate: '18', icmsRedBc: '10', icmsDeferralRate: '50' },
    gives: {
      ICMS51: [
        ...['pRedBC = 10.0000', 'vBC = 1000.00 × (1 − 10%) = 900.00', 'pICMS = 18.0000'],
        ...['vICMSOp = 900.00 × 18% = 162.00', 'pDif = 50.0000', 'vICMSDif = 162.00 × 50% = 81.00'],
        'vICMS = 162.00 − 81.00 = 81.00',
      ],
      ...ibsCbs('1000.00 − 81.00 = 919.00', '919.00 × 0.1% = 0.92', '919.00 × 0.9% = 8.27'),
      note: of1000,
    },
  },
  {
    of: '60, whose ICMS somebody else paid',
    regime: 'NORMAL',
    item: { icmsSituation: '60', cest, icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' },
    to: personIn('SP'),
    gives: { ICMS60: [], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '90 with nothing',
    regime: 'NORMAL',
    item: { icmsSituation: '90' },
    gives: { ICMS90: [], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '90 with its own ICMS on a reduced base',
    regime: 'NORMAL',
    item: { icmsSituation: '90', icmsRate: '18', icmsRedBc: '50' },
    gives: {
      ICMS90: [
        ...['vBC = 1000.00 × (1 − 50%) = 500.00', 'pRedBC = 50.0000'],
        ...['pICMS = 18.0000', 'vICMS = 500.00 × 18% = 90.00'],
      ],
      ...ibsCbs('1000.00 − 90.00 = 910.00', '910.00 × 0.1% = 0.91', '910.00 × 0.9% = 8.19'),
      note: of1000,
    },
  },
  {
    of: '90 with its own ICMS and the fund',
    regime: 'NORMAL',
    item: { icmsSituation: '90', icmsRate: '18', fcpRate: '2' },
    gives: {
      ICMS90: [...of180, 'vBCFCP = 10 × 100.00 = 1000.00', 'pFCP = 2.0000', 'vFCP = 1000.00 × 2% = 20.00'],
      ...ibsCbs('1000.00 − 180.00 − 20.00 = 800.00', '800.00 × 0.1% = 0.80', '800.00 × 0.9% = 7.20'),
      note: of1000,
    },
  },
  {
    of: '00 of a company above the limit of Simples, which writes CST and no IBS/CBS yet',
    regime: 'SIMPLES_EXCESS',
    item: { icmsSituation: '00', icmsRate: '18' },
    gives: { ICMS00: of180, note: of1000 },
  },
  {
    of: '51 of a company above the limit of Simples',
    regime: 'SIMPLES_EXCESS',
    item: { icmsSituation: '51', icmsRate: '12', icmsDeferralRate: '25' },
    gives: {
      ICMS51: [
        ...['pRedBC = 0.0000', 'vBC = 10 × 100.00 = 1000.00', 'pICMS = 12.0000', 'vICMSOp = 1000.00 × 12% = 120.00'],
        ...['pDif = 25.0000', 'vICMSDif = 120.00 × 25% = 30.00', 'vICMS = 120.00 − 30.00 = 90.00'],
      ],
      note: of1000,
    },
  },
];
