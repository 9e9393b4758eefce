import type { FiscalCase } from '../fiscal-case.ts';
import { foreigner, person, taxpayer } from '../people.ts';
import { cash, charged, coupon, manual, nfeCoupon, nobody, simplified } from './coupon.ts';

/** NFC-e: sales at the counter. */
export const consumerNotes: FiscalCase[] = [
  {
    of: 'NFC-e to nobody in particular, in cash with change',
    source: `${manual}, E01 and YA09-10 (869)`,
    sale: { to: nobody, item: charged, document: coupon({ payments: cash('1050.00') }) },
    gives: [
      'mod = 65',
      'dest = absent',
      'idDest = 1',
      'indFinal = 1',
      'indPres = 1',
      'CFOP = 5102',
      'ICMS00/vICMS = 1000.00 × 18% = 180.00',
      'vTroco = 1050.00 − 1000.00 = 50.00',
    ],
  },
  {
    of: 'NFC-e to a person with her CPF',
    source: `${manual}, E03`,
    sale: { to: person('SP'), item: charged, document: coupon() },
    gives: ['dest/CPF = 52998224725', 'indIEDest = 9', 'tpImp = 4'],
  },
  {
    of: 'NF-e in a coupon to a company that is a taxpayer, which consumes',
    source: `${simplified}, B21, B25a-10 (716), B25b-20 (717) and ZX02-220 (672)`,
    sale: { to: taxpayer('SP'), item: charged, document: nfeCoupon() },
    gives: [
      'mod = 55',
      'tpImp = 6',
      'tpEmis = 1',
      'idDest = 1',
      'indFinal = 1',
      'indPres = 1',
      'indIEDest = 1',
      'CFOP = 5102',
      'ICMS00/vICMS = 1000.00 × 18% = 180.00',
    ],
  },
  {
    of: 'NF-e in a coupon to a person of another state is internal',
    source: `${simplified}, B11a-10 (707) and NA01-10 (807)`,
    sale: { to: person('BA'), item: charged, document: nfeCoupon() },
    gives: ['idDest = 1', 'CFOP = 5102', 'ICMSUFDest = absent', 'ICMS00/pICMS = 18.0000'],
  },
  {
    of: 'NF-e in a coupon delivered at home',
    source: `${simplified}, E01-20 (787) and X02-10 (753); B25b-10 (794) is struck`,
    sale: { to: person('SP'), item: charged, document: nfeCoupon({ presence: '4' }) },
    gives: ['tpImp = 6', 'indPres = 4', 'enderDest/UF = SP'],
  },
  {
    of: 'NF-e on a sticker to a person of another state is a sale like any other',
    source: 'NT 2020.004 v1.10; Ajuste SINIEF 7/2005, clause 9 § 5º-A',
    sale: { to: person('BA'), item: { ...charged, cfop: '6102' }, document: { printedAs: 'LABEL' } },
    gives: ['tpImp = 3', 'idDest = 2', 'infNFeSupl = absent'],
  },
  {
    of: 'NFC-e to a person of another state is internal',
    source: `${manual}, B11a-10 (707)`,
    sale: { to: person('BA'), item: charged, document: coupon() },
    gives: ['idDest = 1', 'CFOP = 5102', 'ICMSUFDest = absent', 'ICMS00/pICMS = 18.0000'],
  },
  {
    of: 'NFC-e to a tourist',
    source: `${manual}, E03a`,
    sale: { to: foreigner, item: charged, document: coupon() },
    gives: ['idEstrangeiro = US123456', 'idDest = 1'],
  },
  {
    of: 'NFC-e to a company that is a taxpayer elsewhere says that it consumes',
    source: `${manual}, E16a-10 (789) and E17-10 (729)`,
    sale: { to: taxpayer('SP'), item: charged, document: coupon() },
    gives: ['dest/CNPJ = 11444777000161', 'indIEDest = 9', 'dest/IE = absent'],
  },
  {
    of: 'NFC-e delivered at home',
    source: `${manual}, B25b-20 (717), E01-20 (787) and E05-20 (788)`,
    sale: { to: person('SP'), item: charged, document: coupon({ presence: '4' }) },
    gives: ['indPres = 4', 'enderDest/UF = SP'],
  },
  {
    of: 'NFC-e of several payments',
    source: `${manual}, YA03-10 (865)`,
    sale: {
      to: nobody,
      item: charged,
      document: coupon({
        payments: [
          { method: 'CASH', value: '400.00' },
          { method: 'PIX_STATIC', value: '600.00' },
        ],
      }),
    },
    gives: ['count(detPag) = 2', 'detPag[2]/tPag = 20', 'vTroco = absent'],
  },
  {
    of: 'NFC-e by card says how the machine is connected',
    source: 'NT 2023.004 v1.20, YA04-10 (391)',
    sale: {
      to: nobody,
      item: charged,
      document: coupon({
        payments: [{ method: 'CREDIT_CARD', value: '1000.00', card: { integration: 'STANDALONE' } }],
      }),
    },
    gives: ['detPag/tPag = 03', 'card/tpIntegra = 2'],
  },
  {
    of: 'NFC-e by card, of which nothing is said, still has its group',
    source: 'NT 2023.004 v1.20, YA04-10 (391)',
    sale: { to: nobody, item: charged, document: coupon({ payments: [{ method: 'DEBIT_CARD', value: '1000.00' }] }) },
    gives: ['detPag/tPag = 04', 'card/tpIntegra = 2'],
  },
  ...(['20', '40', '41', '90'] as const).map((icmsSituation): FiscalCase => ({
    of: `NFC-e by CST ${icmsSituation}`,
    source: `${manual}, N12-30 (766) and N12-40 (382)`,
    sale: {
      to: nobody,
      item: { icmsSituation, ...(icmsSituation === '20' ? { icmsRate: '18', icmsRedBc: '50' } : {}) },
      document: coupon(),
    },
    gives: [`CST = ${icmsSituation}`, 'cBenef = SEM CBENEF', 'CFOP = 5102'],
  })),
  {
    of: 'NFC-e by CST 60 and CFOP 5405',
    source: `${manual}, N12-40 (382)`,
    sale: { to: nobody, item: { icmsSituation: '60', cest: '2800100', cfop: '5405' }, document: coupon() },
    gives: ['ICMS60/CST = 60', 'CFOP = 5405', 'ICMSTot/vICMS = 0.00'],
  },
  ...(['102', '103', '300', '400', '900'] as const).map((icmsSituation): FiscalCase => ({
    of: `NFC-e by CSOSN ${icmsSituation}`,
    source: `${manual}, N12a-20 (383) and N12a-40 (386)`,
    sale: { by: { taxRegime: 'SIMPLES' }, to: nobody, item: { icmsSituation }, document: coupon() },
    gives: [`CSOSN = ${icmsSituation}`, 'CFOP = 5102'],
  })),
  {
    of: 'NFC-e by CSOSN 500 and CFOP 5405',
    source: `${manual}, N12a-40 (386)`,
    sale: {
      by: { taxRegime: 'SIMPLES' },
      to: nobody,
      item: { icmsSituation: '500', cest: '2800100', cfop: '5405' },
      document: coupon(),
    },
    gives: ['CSOSN = 500', 'CFOP = 5405'],
  },
  {
    of: 'NFC-e in São Paulo by 5949 and CST 40',
    source: 'NT 2023.003 v1.20, I08-150 (725), exception of SP',
    sale: { to: nobody, item: { icmsSituation: '40', cfop: '5949' }, document: coupon() },
    gives: ['CFOP = 5949', 'CST = 40'],
  },
  {
    of: 'NFC-e in Ceará by 5405 and CST 90',
    source: 'NT 2023.003 v1.20, N12-40 (382), exception of CE',
    sale: {
      by: { state: 'CE' },
      to: nobody,
      item: { icmsSituation: '90', cfop: '5405', cest: '2800100' },
      document: coupon(),
    },
    gives: ['CFOP = 5405', 'CST = 90', 'cUF = 23'],
  },
  {
    of: 'NFC-e of an entrepreneur',
    source: 'NT 2024.001 v1.20, N12a-81 (782) and N12a-91 (337)',
    sale: { by: { taxRegime: 'MEI' }, to: nobody, item: { icmsSituation: '102' }, document: coupon() },
    gives: ['CRT = 4', 'CSOSN = 102', 'CFOP = 5102'],
  },
];
