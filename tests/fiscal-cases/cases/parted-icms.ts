import type { FiscalCase, ItemBody } from '../fiscal-case.ts';
import { addressIn, person, taxpayer } from '../people.ts';
import { charged, coupon, manual, nobody } from './coupon.ts';
import { car, vehicle } from './new-vehicles.ts';

const convention = 'Convênio ICMS 51/2000; MOC 7.0 Anexo I, N10a and W16-10; PL_010f v1.04, ICMSPart';
const passing = 'MOC 7.0 Anexo I, N10b; PL_010f v1.04, ICMSST';
const dealer = { document: '11.444.777/0001-61', name: 'Concessionária Boa Vista Ltda' };
const billed: Partial<ItemBody> = {
  ...car,
  ...{ icmsSituation: '10', cest: '2500100', vehicle: { ...vehicle, sale: 'DIRECT_BILLING' } },
  ...{ icmsStModBc: '0', icmsStBase: '105000', icmsStRate: '12' },
};
const parted = { ...billed, icmsPartition: { ownBasePercent: '55.28' } };
const atDealer = { delivery: { ...dealer, ...addressIn('MG') } };
const retained = {
  ...{ cest: '2800100', retainedSt: { base: '1400', rate: '18', value: '72' } },
  destinationSt: { base: '1500', value: '90' },
};

/** ICMS that is shared between two states, and ICMS-ST that is passed on to another state. */
export const partedIcms: FiscalCase[] = [
  {
    of: 'parted ICMS: a maker bills a car to the consumer, a dealer of another state delivers it',
    source: convention,
    sale: { to: person('MG'), item: parted, document: atDealer },
    gives: [
      'idDest = 2',
      'ICMSPart/CST = 10',
      'ICMSPart/vBC = 98000.00 × 55.28% = 54174.40',
      'ICMSPart/pICMS = 12.0000',
      'ICMSPart/vICMS = 54174.40 × 12% = 6500.93',
      'ICMSPart/vBCST = 105000.00',
      'ICMSPart/vICMSST = 12600.00 − 6500.93 = 6099.07',
      'ICMSPart/pBCOp = 55.2800',
      'ICMSPart/UFST = MG',
      'ICMSUFDest = absent',
      'ICMSTot/vST = 6099.07',
      'ICMSTot/vNF = 98000.00',
      'vItem = 98000.00',
    ],
  },
  {
    of: 'parted ICMS: CST 90, to a state that the law names',
    source: convention,
    sale: {
      to: person('MG'),
      item: { ...parted, icmsSituation: '90', icmsRate: '12', icmsPartition: { ownBasePercent: '80', stState: 'GO' } },
      document: atDealer,
    },
    gives: ['ICMSPart/CST = 90', 'ICMSPart/vBC = 98000.00 × 80% = 78400.00', 'ICMSPart/UFST = GO'],
  },
  {
    of: 'parted ICMS: CST 20, of a reduced base',
    source: convention,
    sale: {
      to: person('MG'),
      item: {
        ...parted,
        ...{ icmsSituation: '20', icmsRate: '12', icmsRedBc: '40', benefitCode: 'SEM CBENEF' },
        icmsPartition: { ownBasePercent: '80' },
      },
      document: atDealer,
    },
    gives: [
      'ICMSPart/CST = 20',
      'ICMSPart/pRedBC = 40.0000',
      'ICMSPart/vBC = 78400.00 × 60% = 47040.00',
      'ICMSPart/vICMS = 47040.00 × 12% = 5644.80',
      'ICMSPart/vICMSST = 12600.00 − 5644.80 = 6955.20',
      'ICMSTot/vBC = 47040.00',
      'ICMSTot/vST = 6955.20',
      'ICMSTot/vNF = 98000.00',
    ],
  },
  {
    of: 'parted ICMS: CST 20 without the ICMS-ST that the group has',
    source: convention,
    sale: {
      to: person('MG'),
      item: {
        ...parted,
        ...{ icmsSituation: '20', icmsRate: '12', icmsRedBc: '40', benefitCode: 'SEM CBENEF', icmsStRate: null },
      },
      document: atDealer,
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsStRate' },
    authority: 'the schema has no such group',
  },
  {
    of: 'parted ICMS: of goods that are not taxed',
    source: convention,
    sale: { to: person('MG'), item: { ...parted, icmsSituation: '41' }, document: atDealer },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsPartition' },
    authority: 'the schema has no such situation',
  },
  {
    of: 'billed by the maker inside the state: nothing is parted, and ICMS-ST adds nothing',
    source: convention,
    sale: {
      to: person('SP'),
      item: { ...billed, icmsStRate: '18' },
      document: { delivery: { ...dealer, ...addressIn('SP') } },
    },
    gives: ['ICMS10/vICMSST = 18900.00 − 17640.00 = 1260.00', 'ICMSPart = absent', 'ICMSTot/vNF = 98000.00'],
  },
  {
    of: 'billed by the maker for a dealer of another state, without the share of the base',
    source: convention,
    sale: { to: person('MG'), item: billed, document: atDealer },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsPartition' },
    authority: 'no rule asks for ICMSPart',
  },
  {
    of: 'parted ICMS inside the state',
    source: convention,
    sale: { to: taxpayer('SP'), item: { ...charged, icmsPartition: { ownBasePercent: '50' } } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsPartition' },
    authority: 'no rule asks where parted ICMS goes',
  },
  {
    of: 'billed by the maker beside other goods',
    source: convention,
    sale: { to: person('MG'), items: [parted, charged], document: atDealer },
    refused: { code: 'validation_error', path: 'items[1].vehicle' },
    authority: 'the total of such a note is without the ICMS-ST of every item (610)',
  },
  {
    of: 'parted ICMS in an NFC-e',
    source: `${manual}, N12-50 (741)`,
    sale: { to: nobody, item: { ...charged, icmsPartition: { ownBasePercent: '50' } }, document: coupon() },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsPartition' },
    authority: {
      cStat: 741,
      mended: { item: { icmsPartition: null } },
      forged: [
        ['<ICMS00>', '<ICMSPart>'],
        ['<CST>00</CST><modBC>', '<CST>90</CST><modBC>'],
        [
          '</vICMS></ICMS00>',
          '</vICMS><modBCST>6</modBCST><vBCST>0.00</vBCST><pICMSST>0.0000</pICMSST><vICMSST>0.00</vICMSST>' +
            '<pBCOp>50.0000</pBCOp><UFST>MG</UFST></ICMSPart>',
        ],
      ],
    },
  },
  ...(['60', '41'] as const).map((icmsSituation): FiscalCase => ({
    of: `ICMS-ST that is passed on: CST ${icmsSituation}`,
    source: passing,
    sale: { by: { state: 'MG' }, to: taxpayer('SP'), item: { ...retained, icmsSituation, cfop: '6404' } },
    gives: [
      `ICMSST/CST = ${icmsSituation}`,
      'ICMSST/vBCSTRet = 1400.00',
      'ICMSST/vICMSSTRet = 72.00',
      'ICMSST/vBCSTDest = 1500.00',
      'ICMSST/vICMSSTDest = 90.00',
      'ICMSTot/vST = 0.00',
      'ICMSTot/vNF = 1000.00',
    ],
  })),
  {
    of: 'ICMS-ST that is passed on, without what was retained',
    source: passing,
    sale: {
      by: { state: 'MG' },
      to: taxpayer('SP'),
      item: { ...retained, icmsSituation: '41', retainedSt: null, cfop: '6404' },
    },
    refused: { code: 'invalid_taxation', path: 'items[0].retainedSt' },
    authority: 'the schema has no such group',
  },
  {
    of: 'ICMS-ST that is passed on inside the state',
    source: passing,
    sale: { by: { state: 'MG' }, to: taxpayer('MG'), item: { ...retained, icmsSituation: '60', cfop: '5405' } },
    refused: { code: 'invalid_taxation', path: 'items[0].destinationSt' },
    authority: 'no rule asks where it goes',
  },
  {
    of: 'ICMS-ST that is passed on in an NFC-e',
    source: `${manual}, N12-60 (740)`,
    sale: { to: nobody, item: { ...retained, icmsSituation: '60', cfop: '5405' }, document: coupon() },
    refused: { code: 'invalid_taxation', path: 'items[0].destinationSt' },
    authority: {
      cStat: 740,
      mended: { item: { destinationSt: null } },
      forged: [
        ['<ICMS60>', '<ICMSST>'],
        ['</ICMS60>', '<vBCSTDest>0.00</vBCSTDest><vICMSSTDest>0.00</vICMSSTDest></ICMSST>'],
      ],
    },
  },
];
