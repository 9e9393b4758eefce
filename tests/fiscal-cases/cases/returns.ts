import type { FiscalCase, ItemBody, Sale } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';

const own = '35261111222333000181550010000000011630362748';
const sellers = '35261111444777000161550010000000011630362748';
const entry = { purpose: 'RETURN', operationType: 'IN' } as const;
const exit = { purpose: 'RETURN' } as const;
const back: Partial<ItemBody> = {
  ...{ icmsSituation: '00', icmsRate: '18', cfop: '1202' },
  referencedItem: { accessKey: own, number: 1 },
};
const given: Partial<ItemBody> = {
  ...{ icmsSituation: '00', icmsRate: '18', cfop: '5202' },
  referencedItem: { accessKey: sellers, number: 1 },
};
const silent = { taxDefaults: { pisSituation: null, cofinsSituation: null } };
const ntOfReturns = 'NT 2025.002 v1.52, VC02-14 (321), in production since 2026-12-14';

/** Returns of goods, by buyer and by seller. */
export const returns: FiscalCase[] = [
  {
    of: 'return: a customer’s goods come back item by item, with the ICMS of their sale',
    source: `${ntOfReturns}; Convênio s/nº of 1970 art. 54`,
    sale: { item: back, document: entry },
    gives: [
      'finNFe = 4',
      'tpNF = 0',
      'CFOP = 1202',
      `chaveAcesso = ${own}`,
      'DFeReferenciado/nItem = 1',
      'NFref = absent',
      'tPag = 90',
      'ICMS00/vICMS = 1000.00 × 18% = 180.00',
    ],
  },
  {
    of: 'return: goods are given back to their seller',
    source: `${ntOfReturns}; VC02-50 (1194)`,
    sale: { item: given, document: exit },
    gives: ['finNFe = 4', 'tpNF = 1', 'CFOP = 5202', `chaveAcesso = ${sellers}`, 'ICMSTot/vNF = 10 × 100.00 = 1000.00'],
  },
  {
    of: 'return: to a seller of another state by the rate of the purchase',
    source: 'Convênio ICMS 54/2000; Resolução do Senado 22/1989',
    sale: {
      to: taxpayer('MG'),
      item: {
        ...{ ...given, cfop: '6202', icmsRate: '12' },
        referencedItem: { accessKey: '31261111444777000161550010000000011630362749', number: 3 },
      },
      document: exit,
    },
    gives: ['CFOP = 6202', 'ICMS00/vICMS = 1000.00 × 12% = 120.00', 'DFeReferenciado/nItem = 3'],
  },
  {
    of: 'return: what a person bought comes back',
    source: `${ntOfReturns}; RICMS/SP art. 452`,
    sale: { to: person('SP'), item: back, document: entry },
    gives: ['CFOP = 1202', 'indIEDest = 9', 'ICMS00/vICMS = 1000.00 × 18% = 180.00'],
  },
  {
    of: 'return: PIS and COFINS of goods that come back are 98 where nobody says otherwise',
    source: 'IN RFB 2.121/2022; Tabela CST PIS/COFINS, 98 other incoming operations',
    sale: { by: silent, item: back, document: entry },
    gives: ['PISOutr/CST = 98', 'COFINSOutr/CST = 98', 'ICMSTot/vPIS = 0.00'],
  },
  {
    of: 'return: PIS and COFINS of goods that are given back are 49 where nobody says otherwise',
    source: 'IN RFB 2.121/2022; Tabela CST PIS/COFINS, 49 other outgoing operations',
    sale: { by: silent, item: given, document: exit },
    gives: ['PISOutr/CST = 49', 'COFINSOutr/CST = 49'],
  },
  {
    of: 'return: who pays no IPI gives back that of the purchase',
    source: 'MOC 7.0 Anexo I, UA01 to UA04 and W12a-10 (863); RIPI art. 229',
    sale: {
      item: { ...given, returnedIpi: { percentage: '50', value: '12.50' }, additionalInfo: 'Veio com defeito' },
      document: exit,
    },
    gives: [
      'impostoDevol/pDevol = 50.00',
      'impostoDevol/vIPIDevol = 12.50',
      'ICMSTot/vIPIDevol = 12.50',
      'ICMSTot/vIPI = 0.00',
      'ICMSTot/vNF = 1000.00 + 12.50 = 1012.50',
      'ICMS00/vBC = 10 × 100.00 = 1000.00',
    ],
  },
  {
    of: 'return: who pays IPI gives it back in the group of IPI',
    source: 'RIPI art. 231; MOC 7.0 Anexo I, O07',
    sale: { item: { ...given, ipiSituation: '99', ipiRate: '10' }, document: exit },
    gives: [
      'IPITrib/vIPI = 1000.00 × 10% = 100.00',
      'ICMSTot/vNF = 1000.00 + 100.00 = 1100.00',
      'impostoDevol = absent',
    ],
  },
  {
    of: 'return: goods under substitution by 5411, with their CST 60',
    source: 'Convênio ICMS 142/2018; Convênio s/nº of 1970, Anexo II',
    sale: {
      item: {
        ...{ ...given, icmsSituation: '60', icmsRate: null, cest: '2800100', cfop: '5411' },
        retainedSt: { base: '1400', rate: '18', value: '72' },
      },
      document: exit,
    },
    gives: ['CFOP = 5411', 'ICMS60/vICMSSTRet = 72.00', 'ICMSTot/vICMS = 0.00'],
  },
  {
    of: 'return by a company in Simples, CSOSN 900 with the ICMS of the purchase',
    source: 'Resolução CGSN 140/2018 art. 59 § 9º; NT 2024.001 v1.20',
    sale: { by: { taxRegime: 'SIMPLES' }, item: { ...given, icmsSituation: '900' }, document: exit },
    gives: ['ICMSSN900/vICMS = 1000.00 × 18% = 180.00', 'CFOP = 5202'],
  },
  {
    of: 'return by an entrepreneur, CFOP 5202',
    source: 'NT 2024.001 v1.20, I08-141 (1179)',
    sale: { by: { taxRegime: 'MEI' }, item: { ...given, icmsSituation: '900', icmsRate: null }, document: exit },
    gives: ['CRT = 4', 'CFOP = 5202', 'CSOSN = 900'],
  },
  {
    of: 'return: any return may have CFOP 1949',
    source: 'NT 2026.009 v1.00, I08-140 (327), in production since 2026-09-17',
    sale: { item: { ...back, cfop: '1949' }, document: entry },
    gives: ['CFOP = 1949', 'finNFe = 4'],
  },
  wrong(
    'by CFOP 5102',
    'I08-140 (327)',
    { item: { ...given, cfop: '5102' }, document: exit },
    {
      refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
      authority: {
        cStat: 327,
        mended: { item: { cfop: '5202' } },
        forged: [['<CFOP>5202</CFOP>', '<CFOP>5102</CFOP>']],
      },
    },
  ),
  wrong(
    'by an entrepreneur, CFOP 5556',
    'I08-141 (1179)',
    {
      by: { taxRegime: 'MEI' },
      item: { ...given, icmsSituation: '300', icmsRate: null, cfop: '5556' },
      document: exit,
    },
    {
      refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
      authority: {
        cStat: 1179,
        mended: { item: { cfop: '5202' } },
        forged: [['<CFOP>5202</CFOP>', '<CFOP>5556</CFOP>']],
      },
    },
  ),
  wrong(
    'that names no item',
    'VC02-14 (321)',
    { item: { ...given, referencedItem: null }, document: exit },
    {
      refused: { code: 'validation_error', path: 'items[0].referencedItem' },
      authority: {
        cStat: 321,
        mended: { item: { referencedItem: { accessKey: sellers, number: 1 } } },
        forged: [[`<DFeReferenciado><chaveAcesso>${sellers}</chaveAcesso><nItem>1</nItem></DFeReferenciado>`, '']],
      },
    },
  ),
  wrong(
    'that names a note and not its item',
    'VC03-20 (1048)',
    {
      item: { ...given, referencedItem: { accessKey: sellers } },
      document: exit,
    },
    {
      refused: { code: 'validation_error', path: 'items[0].referencedItem.number' },
      authority: {
        cStat: 1048,
        mended: { item: { referencedItem: { accessKey: sellers, number: 1 } } },
        forged: [[`</chaveAcesso><nItem>1</nItem>`, '</chaveAcesso>']],
      },
    },
  ),
  wrong(
    'to somebody who did not sell the goods',
    'VC02-50 (1194)',
    {
      item: { ...given, referencedItem: { accessKey: own, number: 1 } },
      document: exit,
    },
    {
      refused: { code: 'validation_error', path: 'items[0].referencedItem.accessKey' },
      authority: {
        cStat: 1194,
        mended: { item: { referencedItem: { accessKey: sellers, number: 1 } } },
        forged: [[sellers, own]],
      },
    },
  ),
  wrong(
    'that is paid',
    'YA02-04 (871)',
    {
      item: given,
      document: { ...exit, payments: [{ method: 'CASH', value: '1000.00' }] },
    },
    {
      refused: { code: 'invalid_payments', path: 'payments' },
      authority: {
        cStat: 871,
        mended: { document: { payments: null } },
        forged: [['<tPag>90</tPag><vPag>0.00</vPag>', '<tPag>01</tPag><vPag>1000.00</vPag>']],
      },
    },
  ),
  wrong(
    'of IPI outside a return',
    'UA01-10 (354)',
    {
      item: {
        icmsSituation: '00',
        returnedIpi: { percentage: '100', value: '12.50' },
        additionalInfo: 'Veio com defeito',
      },
    },
    {
      refused: { code: 'validation_error', path: 'items[0].returnedIpi' },
      authority: {
        cStat: 354,
        mended: { item: { returnedIpi: null } },
        forged: [
          [
            '</imposto>',
            '</imposto><impostoDevol><pDevol>100.00</pDevol><IPI><vIPIDevol>0.00</vIPIDevol></IPI></impostoDevol>',
          ],
        ],
      },
    },
  ),
  ...(
    [
      ['more than was bought', { note: '998.99', icms: '180.00' }, '545'],
      ['more ICMS than was bought with', { note: '1000.00', icms: '178.99' }, '546'],
    ] as const
  ).map(([of, origin, rule]) =>
    wrong(
      `of ${of}`,
      `3BA02-50 to 3BA02-68 (${rule}), NT 2022.005 v1.11`,
      { item: given, document: exit, origins: [origin] },
      {
        refused: { code: 'validation_error', path: 'items' },
        authority: 'the rule compares with a registered note; it is judged in the simulator’s own tests',
      },
    ),
  ),
  {
    of: 'return: a real more than was bought passes',
    source: 'NT 2022.005 v1.11, observation 2: tolerance of R$ 1.00',
    sale: { item: given, document: exit, origins: [{ note: '999.00', icms: '180.00' }] },
    gives: ['ICMSTot/vNF = 10 × 100.00 = 1000.00'],
  },
];

type Answer = Pick<Extract<FiscalCase, { refused: unknown }>, 'refused' | 'authority'>;

function wrong(of: string, rule: string, sale: Sale, answer: Answer): FiscalCase {
  return { of: `return ${of}`, source: `NT 2025.002 v1.52; MOC 7.0 Anexo I, ${rule}`, sale, ...answer };
}
