import type { Buyer, FiscalCase, Sale } from '../fiscal-case.ts';
import { addressIn, consumer, foreigner, person, taxpayer, unregistered } from '../people.ts';

const cfopTable = 'IT 2023.002 v2.10 (2026-09-04)';
const charged = { icmsSituation: '00' } as const;
const untaxed = { icmsSituation: '41' } as const;
const delivered = { ...addressIn('BA'), document: '52998224725' };
const store = { ...addressIn('MG'), document: '11444777000161', name: 'Depósito Central' };
const nobody: Buyer = { ...foreigner };
const waysOfNt = 'MOC 7.0 Anexo I, E12-30 to E12-60 (772, 773); NT 2015.003';

/** CFOP against route, direction, purpose and situation. */
export const cfops: FiscalCase[] = [
  wrongCfop(
    '5102 to another state',
    'I08-40 (732) and I08-50 (733)',
    { to: taxpayer('BA'), item: { ...charged, cfop: '5102' } },
    '6102',
    733,
  ),
  wrongCfop('6102 inside the state', 'I08-40 (732)', { item: { ...charged, cfop: '6102' } }, '5102', 732),
  wrongCfop('7102 inside the state', 'I08-30 (731)', { item: { ...untaxed, cfop: '7102' } }, '5102', 731),
  wrongCfop('1102 on goods that leave', 'I08-10 (518)', { item: { ...charged, cfop: '1102' } }, '5102', 518),
  wrongCfop(
    '5102 on goods that enter',
    'I08-20 (519)',
    { item: { ...charged, cfop: '5102' }, document: { operationType: 'IN' } },
    '1102',
    519,
  ),
  wrongCfop(
    'a code that the table does not have, 5999',
    'I08-04 (770)',
    { item: { ...charged, cfop: '5999' } },
    '5102',
    770,
  ),
  wrongCfop(
    'a code of communication, 5301',
    'I08-04 (770), indNFe 0',
    { item: { ...charged, cfop: '5301' } },
    '5102',
    770,
  ),
  wrongCfop('a code of transport, 5353', 'I08-04 (770), indNFe 0', { item: { ...charged, cfop: '5353' } }, '5102', 770),
  wrongCfop('a code of returns on a sale, 5202', 'I08-144 (328)', { item: { ...charged, cfop: '5202' } }, '5102', 328),
  wrongCfop('a code of services, 5933, on goods', 'I08-160 (374)', { item: { ...charged, cfop: '5933' } }, '5102', 374),
  {
    of: 'CFOP: fuel by 5656 without its group',
    source: `${cfopTable}, indComb; MOC 7.0 Anexo I, LA01-20 (660)`,
    sale: { item: { icmsSituation: '60', cest: '0600100', cfop: '5656' }, to: person('SP') },
    refused: { code: 'invalid_taxation', path: 'items[0].fuel' },
    authority: {
      cStat: 660,
      mended: { item: { cfop: '5405' } },
      forged: [['<CFOP>5405</CFOP>', '<CFOP>5656</CFOP>']],
    },
  },
  ...(
    [
      ['5101', 'of goods that the seller made'],
      ['5103', 'made, sold outside the shop'],
      ['5104', 'bought, sold outside the shop'],
      ['5118', 'made and delivered on the buyer’s account'],
      ['5120', 'bought and delivered on the buyer’s account'],
      ['5551', 'of an asset'],
      ['5556', 'of things bought to be consumed that go back', 'RETURN'],
      ['5901', 'goods sent to be worked on'],
      ['5902', 'goods that come back worked on'],
      ['5905', 'goods sent to a warehouse'],
      ['5908', 'goods lent'],
      ['5912', 'goods sent to be shown'],
      ['5917', 'goods on consignment'],
      ['5949', 'any other operation'],
    ] as const
  )
    .filter(([, , purpose]) => purpose === undefined)
    .map(([cfop, what]): FiscalCase => ({
      of: `CFOP ${cfop}: ${what}, inside the state and, as its counterpart, to another`,
      source: `Convênio s/nº of 1970, Anexo II; ${cfopTable}`,
      sale: { items: [{ ...charged, cfop }] },
      gives: [`CFOP = ${cfop}`, 'idDest = 1', 'ICMS00/vICMS = 1000.00 × 18% = 180.00'],
    })),
  ...(
    [
      ['5101', '6101', '6107'],
      ['5102', '6102', '6108'],
    ] as const
  ).flatMap(([inside, toTaxpayers, toOthers]): FiscalCase[] => [
    {
      of: `CFOP: the company's ${inside} becomes ${toTaxpayers} to a taxpayer of another state`,
      source: 'Convênio s/nº of 1970, Anexo II',
      sale: { by: { taxDefaults: { cfop: inside } }, to: taxpayer('RJ'), item: charged },
      gives: [`CFOP = ${toTaxpayers}`],
    },
    {
      of: `CFOP: the company's ${inside} becomes ${toOthers} to who pays no ICMS in another state`,
      source: 'Convênio s/nº of 1970, Anexo II, notes of 6.107 and 6.108',
      sale: { by: { taxDefaults: { cfop: inside } }, to: consumer('RJ'), item: charged },
      gives: [`CFOP = ${toOthers}`, 'ICMSUFDest = present'],
    },
  ]),
  {
    of: 'CFOP: by 5405 goods of another’s substitution become 6404 to another state',
    source: 'Convênio s/nº of 1970, Anexo II',
    sale: {
      by: { taxDefaults: { cfop: '5405' } },
      to: taxpayer('MG'),
      item: { icmsSituation: '60', cest: '2800100', retainedSt: { base: '800', rate: '18', value: '54' } },
    },
    gives: ['CFOP = 6404'],
  },
];

/** Operations that are internal or interstate by the route of the goods. */
export const placesOfOperation: FiscalCase[] = [
  {
    of: 'a person of Bahia takes the goods along from a shop in São Paulo',
    source: `${waysOfNt}: 773 asks for indFinal 0`,
    sale: { to: person('BA'), item: charged, document: { presence: '1' } },
    gives: [
      'idDest = 1',
      'indFinal = 1',
      'indPres = 1',
      'CFOP = 5102',
      'ICMS00/pICMS = 18.0000',
      'ICMSUFDest = absent',
    ],
  },
  {
    of: 'a tourist takes the goods along from the shop',
    source: `${waysOfNt}; NT 2022.002 v1.20`,
    sale: { to: nobody, item: charged, document: { presence: '1' } },
    gives: ['idDest = 1', 'CFOP = 5102', 'idEstrangeiro = US123456', 'exporta = absent'],
  },
  {
    of: 'a person of Bahia buys by internet',
    source: `${waysOfNt}; EC 87/2015`,
    sale: { to: person('BA'), item: charged, document: { presence: '2' } },
    gives: [
      'idDest = 2',
      'indPres = 2',
      'indIntermed = 0',
      'CFOP = 6108',
      'ICMSUFDest/vICMSUFDest = 1000.00 × 13.5% = 135.00',
    ],
  },
  {
    of: 'a person of São Paulo has the goods delivered in Bahia',
    source: `${waysOfNt}: entrega decides`,
    sale: { to: person('SP'), item: charged, document: { delivery: delivered } },
    gives: ['idDest = 2', 'CFOP = 6108', 'entrega/UF = BA', 'ICMSUFDest/pICMSUFDest = 20.5000'],
  },
  {
    of: 'a person of Bahia has the goods delivered in São Paulo',
    source: `${waysOfNt}; NT 2025.002 v1.51, NA01-20, exception of delivery in the seller’s state`,
    sale: { to: person('BA'), item: charged, document: { delivery: { ...delivered, ...addressIn('SP') } } },
    gives: ['idDest = 1', 'CFOP = 5102', 'ICMSUFDest = absent'],
  },
  {
    of: 'a reseller of São Paulo fetches the goods from the warehouse in Minas Gerais',
    source: `${waysOfNt}: retirada decides`,
    sale: { item: charged, document: { pickup: store } },
    gives: ['idDest = 2', 'CFOP = 6102', 'retirada/UF = MG', 'ICMS00/pICMS = 12.0000'],
  },
  {
    of: 'a reseller of Bahia in the shop: the goods go home with him',
    source: `${waysOfNt}: 773, indFinal 0`,
    sale: { to: taxpayer('BA'), item: charged, document: { presence: '1' } },
    gives: ['idDest = 2', 'CFOP = 6102', 'ICMS00/pICMS = 7.0000'],
  },
  {
    of: 'a person of Bahia in the shop by CFOP 6108',
    source: `${waysOfNt}; MOC 7.0 Anexo I, I08-40 (732)`,
    sale: { to: person('BA'), item: { ...charged, cfop: '6108' }, document: { presence: '1' } },
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: { cStat: 732, mended: { item: { cfop: '5102' } }, forged: [['<CFOP>5102</CFOP>', '<CFOP>6108</CFOP>']] },
  },
  {
    of: 'a foreigner buys by internet for an address in another state',
    source: 'MOC 7.0 Anexo I, E12-20 (771)',
    sale: { to: nobody, item: charged, document: { presence: '2', delivery: delivered } },
    refused: { code: 'validation_error', path: 'client.document' },
    authority:
      'the note would need an address in Brazil and a foreign identity, which the product never writes together',
  },
  {
    of: 'a foreigner who is said to resell in Brazil',
    source: 'MOC 7.0 Anexo I, E16a-40 (696) and E03a-20 (721)',
    sale: {
      to: nobody,
      item: charged,
      document: { delivery: { ...delivered, ...addressIn('SP') }, finalConsumer: false },
    },
    refused: { code: 'validation_error', path: 'finalConsumer' },
    authority: {
      cStat: 696,
      mended: { document: { finalConsumer: null } },
      forged: [['<indFinal>1</indFinal>', '<indFinal>0</indFinal>']],
    },
  },
  {
    of: 'who pays no ICMS is said not to consume',
    source: 'MOC 7.0 Anexo I, E16a-40 (696)',
    sale: { to: consumer('SP'), item: charged, document: { finalConsumer: false } },
    refused: { code: 'validation_error', path: 'finalConsumer' },
    authority: {
      cStat: 696,
      mended: { document: { finalConsumer: null } },
      forged: [['<indFinal>1</indFinal>', '<indFinal>0</indFinal>']],
    },
  },
  ...(['SP', 'RJ', 'MG', 'BA', 'CE', 'GO', 'RS', 'AM', 'PE'] as const).map((state): FiscalCase => ({
    of: `ISENTO: ${state} has no taxpayer without registration`,
    source: 'NT 2025.001 v1.03, E16a-30 (805), inside the state since 2025-10-13',
    sale: { by: { state }, to: { ...unregistered(state), taxpayerType: 'ISENTO' }, item: charged },
    refused: { code: 'validation_error', path: 'client.taxpayerType' },
    authority: {
      cStat: 805,
      mended: { to: consumer(state) },
      forged: [['<indIEDest>9</indIEDest>', '<indIEDest>2</indIEDest>']],
    },
  })),
  ...(['PR', 'SC', 'PA', 'MA', 'TO'] as const).map((state): FiscalCase => ({
    of: `ISENTO: ${state} has taxpayers without registration`,
    source: 'NT 2025.001 v1.03, E16a-30 (805): the state is not in its list',
    sale: { by: { state }, to: { ...unregistered(state), taxpayerType: 'ISENTO' }, item: charged },
    gives: ['indIEDest = 2', 'dest/IE = absent'],
  })),
  {
    of: 'ISENTO: São Paulo takes one where nothing is taxed',
    source: 'NT 2025.001 v1.03, E16a-30 (805), exception of CST 40 and 41',
    sale: { to: { ...unregistered('SP'), taxpayerType: 'ISENTO' }, item: untaxed },
    gives: ['indIEDest = 2', 'ICMS40/CST = 41'],
  },
  {
    of: 'a taxpayer without its registration',
    source: 'MOC 7.0 Anexo I, E17-20 (728)',
    sale: { to: { ...taxpayer('SP'), stateRegistration: null, taxpayerType: 'CONTRIBUINTE' }, item: charged },
    refused: { code: 'validation_error', path: 'client.stateRegistration' },
    authority: {
      cStat: 728,
      mended: { to: taxpayer('SP') },
      forged: [['<indIEDest>1</indIEDest><IE>110042490114</IE>', '<indIEDest>1</indIEDest>']],
    },
  },
  {
    of: 'a registration with wrong digits',
    source: 'MOC 7.0 Anexo I, E17-50 (210); the digits of São Paulo by Sintegra',
    sale: { to: { ...taxpayer('SP'), stateRegistration: '110042490115' }, item: charged },
    refused: { code: 'validation_error', path: 'client.stateRegistration' },
    authority: {
      cStat: 210,
      mended: { to: taxpayer('SP') },
      forged: [['<indIEDest>1</indIEDest><IE>110042490114</IE>', '<indIEDest>1</indIEDest><IE>110042490115</IE>']],
    },
  },
  {
    of: 'a substitute registered in the state of the destination prints its registration there',
    source: 'Convênio ICMS 142/2018 clause 18; MOC 7.0 Anexo I, C18',
    sale: {
      by: { substituteStateRegistrations: { RJ: '85180215' } },
      to: taxpayer('RJ'),
      item: {
        ...{ icmsSituation: '10', cest: '2800100', icmsStModBc: '4', icmsStMva: '40' },
        ...{ icmsStRate: '20', cfop: '6403' },
      },
    },
    gives: ['emit/IEST = 85180215', 'ICMS10/vICMSST = 1400.00 × 20% − 1000.00 × 12% = 160.00'],
  },
];

function wrongCfop(of: string, rule: string, sale: Sale, instead: string, cStat: number): FiscalCase {
  const wrong = sale.item?.cfop ?? '';
  return {
    of: `CFOP: ${of}`,
    source: `${cfopTable}; MOC 7.0 Anexo I, ${rule}`,
    sale,
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: {
      cStat,
      mended: { item: { cfop: instead } },
      forged: [[`<CFOP>${instead}</CFOP>`, `<CFOP>${wrong}</CFOP>`]],
    },
  };
}
