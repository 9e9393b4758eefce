import type { FiscalCase } from '../fiscal-case.ts';
import { cash, charged, coupon, manual, margin, nobody } from './coupon.ts';

/** Sales that no NFC-e can be about. */
export const consumerRefusals: FiscalCase[] = [
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
