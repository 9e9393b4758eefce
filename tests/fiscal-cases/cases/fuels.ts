import type { FiscalCase, ItemBody } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';

const law = 'LC 192/2022; Convênios ICMS 199/2022 and 15/2023; rates of 2026: IT 2023.003 v1.08';
const nt = 'NT 2023.001 v1.60';
const thousand: Partial<ItemBody> = { quantity: '1000', unitValue: '4', unit: 'L', ncm: '27101259' };
const national = [{ imported: false, state: 'SP', percent: '100' }];
const gasoline = { anpCode: '320102001', biodieselPercent: '30', origins: national };
const gasolineA = { anpCode: '320101001', biodieselPercent: '30' };
const diesel = { anpCode: '820101034', biodieselPercent: '15', origins: national };
const lpg = {
  anpCode: '210203001',
  glpPercent: '100',
  nationalGasPercent: '0',
  importedGasPercent: '0',
  startingValue: '3',
};
const ofFuel = (
  icmsSituation: string,
  fuel: NonNullable<ItemBody['fuel']>,
  more: Partial<ItemBody> = {},
): Partial<ItemBody> => ({
  ...thousand,
  ...{ cfop: '5655', icmsSituation, fuel },
  ...more,
});

/** Single-phase ICMS of fuels, which is charged once, by quantity. */
export const fuels: FiscalCase[] = [
  {
    of: 'fuel by CST 02: gasoline C at 1.57 a litre',
    source: `${law}; ${nt}, N39-10 (962)`,
    sale: { item: ofFuel('02', gasoline) },
    gives: [
      'qBCMono = 1000.0000',
      'adRemICMS = 1.5700',
      'vICMSMono = 1000 × 1.57 = 1570.00',
      'ICMSTot/vICMS = 0.00',
      'ICMSTot/vICMSMono = 1570.00',
      'ICMSTot/vNF = 1000 × 4 = 4000.00',
      'uTrib = L',
    ],
  },
  {
    of: 'fuel by CST 02: diesel at 1.17 a litre',
    source: `${law}; ${nt}, N39-10 (962)`,
    sale: { item: ofFuel('02', diesel) },
    gives: ['adRemICMS = 1.1700', 'ICMS02/vICMSMono = 1000 × 1.17 = 1170.00', 'comb/pBio = 15.0000'],
  },
  {
    of: 'fuel by CST 02: LPG at 1.47 a kilogram',
    source: `${law}; ${nt}, LA03c-20 (855)`,
    sale: { item: ofFuel('02', lpg, { unit: 'KG', ncm: '27111910' }) },
    gives: ['adRemICMS = 1.4700', 'ICMS02/vICMSMono = 1000 × 1.47 = 1470.00', 'pGLP = 100.0000', 'uTrib = KG'],
  },
  {
    of: 'fuel by CST 15: gasoline A, with the ethanol to come, whose ICMS adds to the note',
    source: `${law}; ${nt}, N41-10 (964) and W16-10`,
    sale: { item: ofFuel('15', gasolineA) },
    gives: [
      'ICMS15/vICMSMono = 1000 × 1.57 = 1570.00',
      'qBCMonoReten = 1000 × 30 ÷ 70 = 428.5714',
      'ICMS15/vICMSMonoReten = 428.5714 × 1.57 = 672.86',
      'ICMSTot/vNF = 4000.00 + 672.86 = 4672.86',
    ],
  },
  {
    of: 'fuel by CST 53: all of it is deferred',
    source: `${law}; ${nt}, N07a`,
    sale: { item: ofFuel('53', gasoline) },
    gives: [
      'vICMSMonoOp = 1000 × 1.57 = 1570.00',
      'ICMS53/pDif = 100.0000',
      'vICMSMonoDif = 1570.00',
      'ICMS53/vICMSMono = 1570.00 − 1570.00 = 0.00',
    ],
  },
  {
    of: 'fuel by CST 53: two fifths are deferred',
    source: `${law}; ${nt}, N07a`,
    sale: { item: ofFuel('53', gasoline, { icmsDeferralRate: '40' }) },
    gives: ['vICMSMonoDif = 1570.00 × 40% = 628.00', 'ICMS53/vICMSMono = 1570.00 − 628.00 = 942.00'],
  },
  ...(['NORMAL', 'SIMPLES'] as const).map((taxRegime): FiscalCase => ({
    of: `fuel by CST 61: at the pump, to a driver, by a company of ${taxRegime}`,
    source: `${law}; ${nt}, N45-10 (966) and N12-20 (590)`,
    sale: {
      by: { taxRegime },
      to: person('SP'),
      item: ofFuel('61', { anpCode: '320102001' }, { cfop: '5656', quantity: '33.333', unitValue: '6.099' }),
    },
    gives: [
      'qBCMonoRet = 33.3330',
      'adRemICMSRet = 1.5700',
      'ICMS61/vICMSMonoRet = 33.333 × 1.57 = 52.33',
      'ICMSTot/vNF = 33.333 × 6.099 = 203.30',
    ],
  })),
  {
    of: 'fuel by CST 61 on an NFC-e, with what the pump counted',
    source: `${nt}; MOC 7.0 Anexo I, LA11 (encerrante) and N12-30 (766)`,
    sale: {
      to: person('SP'),
      item: ofFuel(
        '61',
        { anpCode: '320102001', meter: { nozzle: '1', pump: '2', tank: '3', start: '100.000', end: '133.333' } },
        { cfop: '5656', quantity: '33.333', unitValue: '6.099' },
      ),
      document: { type: 'NFCE', payments: [{ method: 'CASH', value: '203.30' }] },
    },
    gives: ['mod = 65', 'nBico = 1', 'vEncFin = 133.333', 'ICMS61/vICMSMonoRet = 33.333 × 1.57 = 52.33'],
  },
  {
    of: 'fuel by CST 61 to a station of another state',
    source: `${law}; ${nt}`,
    sale: { to: taxpayer('MG'), item: ofFuel('61', gasoline, { cfop: '6655' }) },
    gives: ['idDest = 2', 'UFCons = MG', 'ICMS61/vICMSMonoRet = 1000 × 1.57 = 1570.00', 'ICMSTot/vICMS = 0.00'],
  },
  {
    of: 'lubricant, which is no fuel of the table, under ordinary substitution',
    source: 'Convênio ICMS 110/2007; IT 2023.002 v2.10, indComb of 5655',
    sale: {
      item: {
        ...{ quantity: '10', unitValue: '100', ncm: '27101932', cest: '0600700', unit: 'LT', cfop: '5655' },
        ...{ icmsSituation: '60', retainedSt: { base: '1400', rate: '18', value: '72' } },
        fuel: { anpCode: '620101003', description: 'OLEO LUBRIFICANTE ACABADO' },
      },
    },
    gives: ['cProdANP = 620101003', 'ICMS60/vICMSSTRet = 72.00'],
  },
  {
    of: 'fuel by CST 00',
    source: `${nt}, N12-110 (960)`,
    sale: { item: ofFuel('00', gasoline) },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 960,
      mended: { item: { icmsSituation: '40', benefitCode: 'SP010010' } },
      forged: [
        ['<cBenef>SP010010</cBenef>', ''],
        [
          '<ICMS40><orig>0</orig><CST>40</CST></ICMS40>',
          '<ICMS60><orig>0</orig><CST>60</CST><vBCSTRet>0.00</vBCSTRet><pST>18.0000</pST><vICMSSTRet>0.00</vICMSSTRet></ICMS60>',
        ],
      ],
    },
  },
  {
    of: 'CST 61 of a shirt',
    source: `${nt}, N12-100 (959)`,
    sale: { item: { icmsSituation: '61' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 959,
      mended: { item: { icmsSituation: '41' } },
      forged: [
        ['<cBenef>SEM CBENEF</cBenef>', ''],
        [
          '<ICMS40><orig>0</orig><CST>41</CST></ICMS40>',
          '<ICMS61><orig>0</orig><CST>61</CST><qBCMonoRet>0.0000</qBCMonoRet><adRemICMSRet>1.5700</adRemICMSRet><vICMSMonoRet>0.00</vICMSMonoRet></ICMS61>',
        ],
      ],
    },
  },
  {
    of: 'fuel by CST 02 to a person of another state',
    source: `${nt}, N12-70 (508)`,
    sale: { to: person('MG'), item: ofFuel('02', gasoline, { cfop: '6656' }) },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: 'the note of CST 02 cannot be made of one of CST 61 by changing a few words',
  },
  {
    of: 'gasoline C to a station without its share of ethanol',
    source: `${nt}, LA17-20 (908)`,
    sale: { item: ofFuel('61', { anpCode: '320102001', origins: national }) },
    refused: { code: 'invalid_taxation', path: 'items[0].fuel.biodieselPercent' },
    authority: { cStat: 908, mended: { item: { fuel: gasoline } }, forged: [['<pBio>30.0000</pBio>', '']] },
  },
  {
    of: 'gasoline C to a station that does not say where it comes from',
    source: `${nt}, LA18-10 (909)`,
    sale: { item: ofFuel('61', { anpCode: '320102001', biodieselPercent: '30' }) },
    refused: { code: 'invalid_taxation', path: 'items[0].fuel.origins' },
    authority: {
      cStat: 909,
      mended: { item: { fuel: gasoline } },
      forged: [['<origComb><indImport>0</indImport><cUFOrig>35</cUFOrig><pOrig>100.0000</pOrig></origComb>', '']],
    },
  },
  {
    of: 'LPG with a share of ethanol',
    source: `${nt}, LA17-10 (907)`,
    sale: { to: person('SP'), item: ofFuel('61', { ...lpg, biodieselPercent: '30' }, { unit: 'KG' }) },
    refused: { code: 'validation_error', path: 'items[0].fuel.biodieselPercent' },
    authority: {
      cStat: 907,
      mended: { item: { fuel: lpg } },
      forged: [['</UFCons>', '</UFCons><pBio>30.0000</pBio>']],
    },
  },
  {
    of: 'LPG whose gases do not add up to a hundred',
    source: `${nt}, LA03c-20 (855)`,
    sale: { item: ofFuel('61', { ...lpg, glpPercent: '90' }, { unit: 'KG' }) },
    refused: { code: 'validation_error', path: 'items[0].fuel.glpPercent' },
    authority: {
      cStat: 855,
      mended: { item: { fuel: lpg } },
      forged: [['<pGLP>100.0000</pGLP>', '<pGLP>90.0000</pGLP>']],
    },
  },
  {
    of: 'origins of gasoline that add up to ninety',
    source: `${nt}, LA21-10 (958)`,
    sale: { item: ofFuel('61', { ...gasoline, origins: [{ imported: false, state: 'SP', percent: '90' }] }) },
    refused: { code: 'validation_error', path: 'items[0].fuel.origins' },
    authority: {
      cStat: 958,
      mended: { item: { fuel: gasoline } },
      forged: [['<pOrig>100.0000</pOrig>', '<pOrig>90.0000</pOrig>']],
    },
  },
];
