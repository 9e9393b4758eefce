import type { FiscalCase, ItemBody, Sale } from '../fiscal-case.ts';
import { foreigner, taxpayer } from '../people.ts';

const places = { exitState: 'SP', exitPlace: 'Porto de Santos' };
const coffee: Partial<ItemBody> = { ncm: '09012100', unit: 'KG', icmsSituation: '41', cfop: '7102' };
const exported: Sale = { to: foreigner, item: coffee, document: { export: places } };
const bought = '35261111444777000161550010000000011630362748';

/** Goods that leave the country. */
export const exports: FiscalCase[] = [
  {
    of: 'export of coffee through Santos',
    source: 'LC 87/1996 art. 3 II; MOC 7.0 Anexo I, ZA01-10 (355) and N12-10 (527)',
    sale: exported,
    gives: [
      'idDest = 3',
      'CFOP = 7102',
      'dest/UF = EX',
      'UFSaidaPais = SP',
      'ICMS40/CST = 41',
      'uTrib = KG',
      'ICMSTot/vNF = 10 × 100.00 = 1000.00',
    ],
  },
  {
    of: 'export: the taxable unit is that of the NCM, worked out of tons',
    source: 'MOC 7.0 Anexo I, I14-10 (817); Tabela NCM × uTrib of 2026-02-01',
    sale: { ...exported, item: { ...coffee, unit: 'TON', quantity: '0.5', unitValue: '2000' } },
    gives: [
      'uCom = TON',
      'qCom = 0.5000',
      'uTrib = KG',
      'qTrib = 0.5 × 1000 = 500.0000',
      'vUnTrib = 1000 ÷ 500 = 2.0000000000',
    ],
  },
  {
    of: 'export: the taxable unit and quantity that the item says',
    source: 'MOC 7.0 Anexo I, I14-10 (817)',
    sale: { ...exported, item: { ...coffee, unit: 'SC', taxUnit: 'KG', taxQuantity: '600' } },
    gives: ['uCom = SC', 'uTrib = KG', 'qTrib = 600.0000'],
  },
  {
    of: 'export by a company in Simples',
    source: 'LC 123/2006 art. 18 § 14; MOC 7.0 Anexo I, N12-10 (527)',
    sale: { ...exported, by: { taxRegime: 'SIMPLES' }, item: { ...coffee, icmsSituation: '300' } },
    gives: ['CSOSN = 300', 'CFOP = 7102'],
  },
  {
    of: 'export of goods that were made, by the company’s 5101',
    source: 'Convênio s/nº of 1970, Anexo II',
    sale: { ...exported, by: { taxDefaults: { cfop: '5101' } }, item: { ...coffee, cfop: null } },
    gives: ['CFOP = 7101', 'idDest = 3'],
  },
  {
    of: 'export under drawback',
    source: 'MOC 7.0 Anexo I, I51-10 (338) and I51-20 (339)',
    sale: { ...exported, item: { ...coffee, cfop: '7127', drawbacks: ['20260001234'] } },
    gives: ['CFOP = 7127', 'nDraw = 20260001234'],
  },
  {
    of: 'export of goods that were bought to be exported',
    source: 'MOC 7.0 Anexo I, I52-10 (340) to I54-30 (344), I08-190 (701)',
    sale: {
      ...exported,
      item: {
        ...coffee,
        cfop: '7501',
        indirectExport: [{ registration: '012345678901', accessKey: bought, quantity: '10' }],
      },
      document: { export: places, referencedDocuments: [bought] },
    },
    gives: ['nRE = 012345678901', 'qExport = 10', `refNFe = ${bought}`],
  },
  {
    of: 'export without the place where the goods leave',
    source: 'MOC 7.0 Anexo I, ZA01-10 (355)',
    sale: { ...exported, document: {} },
    refused: { code: 'validation_error', path: 'export' },
    authority: {
      cStat: 355,
      mended: { document: { export: places } },
      forged: [['<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>Porto de Santos</xLocExporta></exporta>', '']],
    },
  },
  {
    of: 'export place on a sale inside the state',
    source: 'MOC 7.0 Anexo I, ZA01-20 (356)',
    sale: { item: { icmsSituation: '00' }, document: { export: places } },
    refused: { code: 'validation_error', path: 'export' },
    authority: {
      cStat: 356,
      mended: { document: { export: null } },
      forged: [
        [
          '<infRespTec>',
          '<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>Porto de Santos</xLocExporta></exporta><infRespTec>',
        ],
      ],
    },
  },
  {
    of: 'export by CST 40',
    source: 'MOC 7.0 Anexo I, N12-10 (527)',
    sale: { ...exported, item: { ...coffee, icmsSituation: '40' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
    authority: {
      cStat: 527,
      mended: { item: { icmsSituation: '41' } },
      forged: [['<CST>41</CST></ICMS40>', '<CST>40</CST></ICMS40>']],
    },
  },
  {
    of: 'export in a unit that is not the NCM’s',
    source: 'MOC 7.0 Anexo I, I14-10 (817)',
    sale: { ...exported, item: { ...coffee, unit: 'SC' } },
    refused: { code: 'validation_error', path: 'items[0].taxUnit' },
    authority: { cStat: 817, mended: { item: { unit: 'KG' } }, forged: [['<uTrib>KG</uTrib>', '<uTrib>SC</uTrib>']] },
  },
  {
    of: 'export under drawback without its act',
    source: 'MOC 7.0 Anexo I, I51-10 (338)',
    sale: { ...exported, item: { ...coffee, cfop: '7127' } },
    refused: { code: 'validation_error', path: 'items[0].drawbacks' },
    authority: {
      cStat: 338,
      mended: { item: { drawbacks: ['20260001234'] } },
      forged: [['<detExport><nDraw>20260001234</nDraw></detExport>', '']],
    },
  },
  {
    of: 'drawback act of ten digits',
    source: 'MOC 7.0 Anexo I, I51-20 (339)',
    sale: { ...exported, item: { ...coffee, cfop: '7127', drawbacks: ['2026000123'] } },
    refused: { code: 'validation_error', path: 'items[0].drawbacks[0]' },
    authority: {
      cStat: 339,
      mended: { item: { drawbacks: ['202600012'] } },
      forged: [['<nDraw>202600012</nDraw>', '<nDraw>2026000123</nDraw>']],
    },
  },
  {
    of: 'drawback on a sale inside the country',
    source: 'MOC 7.0 Anexo I, I50-10 (336)',
    sale: { item: { icmsSituation: '00', drawbacks: ['20260001234'] } },
    refused: { code: 'validation_error', path: 'items[0].drawbacks' },
    authority: {
      cStat: 336,
      mended: { item: { drawbacks: null } },
      forged: [['<indTot>1</indTot>', '<indTot>1</indTot><detExport><nDraw>20260001234</nDraw></detExport>']],
    },
  },
  {
    of: 'indirect export whose quantities do not add up',
    source: 'MOC 7.0 Anexo I, I55-10 (346)',
    sale: {
      ...exported,
      item: {
        ...coffee,
        cfop: '7501',
        indirectExport: [{ registration: '012345678901', accessKey: bought, quantity: '9' }],
      },
      document: { export: places, referencedDocuments: [bought] },
    },
    refused: { code: 'validation_error', path: 'items[0].indirectExport' },
    authority: 'rule 346 compares with a note that only its issuer’s authority has',
  },
  {
    of: 'goods on the way to an export, CFOP 5501, in the NCM’s unit',
    source: 'Convênio ICMS 84/2009; MOC 7.0 Anexo I, I14-10 (817)',
    sale: { item: { ...coffee, cfop: '5501', icmsSituation: '41' } },
    gives: ['CFOP = 5501', 'uTrib = KG', 'idDest = 1'],
  },
  {
    of: 'goods on the way to an export to another state, CFOP 6502',
    source: 'Convênio ICMS 84/2009; LC 87/1996 art. 3 sole §',
    sale: { to: taxpayer('PR'), item: { ...coffee, cfop: '6502' } },
    gives: ['CFOP = 6502', 'ICMS40/CST = 41'],
  },
];
