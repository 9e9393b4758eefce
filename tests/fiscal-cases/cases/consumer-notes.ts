import type { Body, Buyer, FiscalCase, ItemBody } from '../fiscal-case.ts';
import { foreigner, person, taxpayer } from '../people.ts';

const manual = 'MOC 7.0 Anexo I, model 65';
const nobody: Buyer = { name: 'Consumidor' };
const charged: Partial<ItemBody> = { icmsSituation: '00' };
const cash = (value: string): Body['payments'] => [{ method: 'CASH', value }];
const coupon = (document: Partial<Body> = {}): Partial<Body> => ({
  type: 'NFCE',
  payments: cash('1000.00'),
  ...document,
});
const margin = { cest: '2800100', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' } as const;

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
  {
    of: 'NFC-e without payment',
    source: `${manual}, YA02-40 (899)`,
    sale: { to: nobody, item: charged, document: { type: 'NFCE' } },
    refused: { code: 'validation_error', path: 'payments' },
    authority: {
      cStat: 899,
      mended: { document: coupon() },
      forged: [['<tPag>01</tPag><vPag>1000.00</vPag>', '<tPag>90</tPag><vPag>0.00</vPag>']],
    },
  },
  {
    of: 'NFC-e by CFOP 5101 and CST 60',
    source: `${manual}, N12-40 (382)`,
    sale: { to: nobody, item: { icmsSituation: '60', cest: '2800100', cfop: '5102' }, document: coupon() },
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: { cStat: 382, mended: { item: { cfop: '5405' } }, forged: [['<CFOP>5405</CFOP>', '<CFOP>5102</CFOP>']] },
  },
  {
    of: 'NFC-e by CFOP 5905',
    source: 'IT 2023.002 v2.10, indNFCe; MOC 7.0 Anexo I, I08-150 (725)',
    sale: { to: nobody, item: { ...charged, cfop: '5905' }, document: coupon() },
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: { cStat: 725, mended: { item: { cfop: '5102' } }, forged: [['<CFOP>5102</CFOP>', '<CFOP>5905</CFOP>']] },
  },
  {
    of: 'NFC-e by CST 10',
    source: `${manual}, N12-30 (766)`,
    sale: {
      to: nobody,
      item: { ...margin, icmsSituation: '10', icmsRate: '18' },
      document: coupon({ payments: cash('1072.00') }),
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 766,
      mended: { item: { icmsSituation: '41' }, document: coupon() },
      forged: [['<CST>41</CST></ICMS40>', '<CST>50</CST></ICMS40>']],
    },
  },
  {
    of: 'NFC-e by CST 51',
    source: `${manual}, N12-30 (766)`,
    sale: { to: nobody, item: { icmsSituation: '51', icmsRate: '18' }, document: coupon() },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 766,
      mended: { item: { icmsSituation: '41' } },
      forged: [['<CST>41</CST></ICMS40>', '<CST>50</CST></ICMS40>']],
    },
  },
  {
    of: 'NFC-e by CST 90 with substitution',
    source: `${manual}, N12-34 (381)`,
    sale: {
      to: nobody,
      item: { ...margin, icmsSituation: '90', icmsRate: '18' },
      document: coupon({ payments: cash('1072.00') }),
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 381,
      mended: { item: { icmsStModBc: null, icmsStMva: null, icmsStRate: null }, document: coupon() },
      forged: [
        [
          '</vICMS></ICMS90>',
          '</vICMS><modBCST>4</modBCST><pMVAST>40.0000</pMVAST><vBCST>0.00</vBCST><pICMSST>18.0000</pICMSST><vICMSST>0.00</vICMSST></ICMS90>',
        ],
      ],
    },
  },
  {
    of: 'NFC-e by CSOSN 101',
    source: `${manual}, N12a-20 (383)`,
    sale: {
      by: { taxRegime: 'SIMPLES' },
      to: nobody,
      item: { icmsSituation: '101', icmsSnCreditRate: '2' },
      document: coupon(),
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 383,
      mended: { item: { icmsSituation: '102' } },
      forged: [
        [
          '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>',
          '<ICMSSN101><orig>0</orig><CSOSN>101</CSOSN><pCredSN>2.0000</pCredSN><vCredICMSSN>20.00</vCredICMSSN></ICMSSN101>',
        ],
      ],
    },
  },
  {
    of: 'NFC-e by CSOSN 900 with substitution',
    source: `${manual}, N12a-34 (385)`,
    sale: {
      by: { taxRegime: 'SIMPLES' },
      to: nobody,
      item: { ...margin, icmsSituation: '900', icmsRate: '18' },
      document: coupon({ payments: cash('1072.00') }),
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 385,
      mended: { item: { icmsStModBc: null, icmsStMva: null, icmsStRate: null }, document: coupon() },
      forged: [
        [
          '</vICMS></ICMSSN900>',
          '</vICMS><modBCST>4</modBCST><pMVAST>40.0000</pMVAST><vBCST>0.00</vBCST><pICMSST>18.0000</pICMSST><vICMSST>0.00</vICMSST></ICMSSN900>',
        ],
      ],
    },
  },
  {
    of: 'NFC-e with IPI',
    source: `${manual}, O01-10 (742)`,
    sale: {
      to: nobody,
      item: { ...charged, ipiSituation: '50', ipiRate: '10' },
      document: coupon({ payments: cash('1100.00') }),
    },
    refused: { code: 'invalid_taxation', path: 'items[0].ipiSituation' },
    authority: {
      cStat: 742,
      mended: { item: { ipiSituation: null, ipiRate: null }, document: coupon() },
      forged: [['</ICMS><PIS>', '</ICMS><IPI><cEnq>999</cEnq><IPINT><CST>53</CST></IPINT></IPI><PIS>']],
    },
  },
  {
    of: 'NFC-e by internet',
    source: `${manual}, B25b-20 (717)`,
    sale: { to: nobody, item: charged, document: coupon({ presence: '2' }) },
    refused: { code: 'validation_error', path: 'presence' },
    authority: {
      cStat: 717,
      mended: { document: { presence: '1' } },
      forged: [['<indPres>1</indPres>', '<indPres>3</indPres><indIntermed>0</indIntermed>']],
    },
  },
  {
    of: 'NFC-e delivered to nobody in particular',
    source: `${manual}, E01-20 (787)`,
    sale: { to: nobody, item: charged, document: coupon({ presence: '4' }) },
    refused: { code: 'validation_error', path: 'client.document' },
    authority: {
      cStat: 787,
      mended: { document: { presence: '1' } },
      forged: [['<indPres>1</indPres>', '<indPres>4</indPres><indIntermed>0</indIntermed>']],
    },
  },
  {
    of: 'NFC-e of R$ 10,000.01 to nobody in particular',
    source: `${manual}, W16-40 (750)`,
    sale: {
      to: nobody,
      item: { ...charged, quantity: '1', unitValue: '10000.01' },
      document: coupon({ payments: cash('10000.01') }),
    },
    refused: { code: 'validation_error', path: 'client.document' },
    authority: {
      cStat: 750,
      mended: { to: { name: 'Maria da Silva', document: '529.982.247-25' } },
      forged: [['<dest><CPF>52998224725</CPF><xNome>Maria da Silva</xNome><indIEDest>9</indIEDest></dest>', '']],
    },
  },
  {
    of: 'NFC-e paid by a trade note',
    source: `${manual}, YA02-10 (857)`,
    sale: { to: nobody, item: charged, document: coupon({ payments: [{ method: 'TRADE_NOTE', value: '1000.00' }] }) },
    refused: { code: 'invalid_payments', path: 'payments' },
    authority: { cStat: 857, mended: { document: coupon() }, forged: [['<tPag>01</tPag>', '<tPag>14</tPag>']] },
  },
  {
    of: 'NFC-e that gives goods back',
    source: `${manual}, B25-20 (715)`,
    sale: { to: nobody, item: { ...charged, cfop: '5202' }, document: coupon({ purpose: 'RETURN' }) },
    refused: { code: 'validation_error', path: 'purpose' },
    authority: {
      cStat: 715,
      mended: { item: { cfop: '5102' }, document: { purpose: null } },
      forged: [['<finNFe>1</finNFe>', '<finNFe>4</finNFe>']],
    },
  },
  {
    of: 'NFC-e of a suspended class of IBS and CBS',
    source: 'NT 2025.002 v1.52, UB14-30 (1025)',
    sale: {
      to: nobody,
      item: { ...charged, ibsCbsClassification: '550001', ibsCbsRegularClassification: '000001' },
      document: coupon(),
    },
    refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
    authority: {
      cStat: 1025,
      mended: { item: { ibsCbsClassification: '410999', ibsCbsRegularClassification: null } },
      forged: [['<cClassTrib>410999', '<cClassTrib>410031']],
    },
  },
];
