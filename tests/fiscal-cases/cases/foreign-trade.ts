import type { FiscalCase, ItemBody, Sale } from '../fiscal-case.ts';
import { foreigner, taxpayer } from '../people.ts';

const places = { exitState: 'SP', exitPlace: 'Porto de Santos' };
const coffee: Partial<ItemBody> = { ncm: '09012100', unit: 'KG', icmsSituation: '41', cfop: '7102' };
const exported: Sale = { to: foreigner, item: coffee, document: { export: places } };
const bought = '35261111444777000161550010000000011630362748';
const declaration = {
  ...{ number: '26BR00000000001', date: '2026-11-01', clearancePlace: 'Santos', clearanceState: 'SP' },
  ...{ clearanceDate: '2026-11-05', transportMode: 'MARITIME', afrmm: '35.00', intermediation: 'OWN' },
  ...{ exporterCode: 'ACME', additions: [{ sequence: 1, manufacturerCode: 'FAB1' }] },
} as const;
const computer: Partial<ItemBody> = {
  ...{ cfop: '3102', ncm: '84713012', icmsOrigin: '1', icmsSituation: '00', icmsRate: '18' },
  ...{ ipiSituation: '00', ipiRate: '10', pisSituation: '50', pisRate: '2.1' },
  ...{ cofinsSituation: '50', cofinsRate: '9.65' },
  importDeclarations: [declaration],
  importTax: { base: '1000.00', customsExpenses: '60.00', value: '140.00', iof: '0.00', icmsBase: '1750.00' },
};
const imported: Sale = { to: foreigner, item: computer, document: { operationType: 'IN' } };
const noDuty = { importDeclarations: null, importTax: null };

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

/** Goods that enter from abroad. */
export const imports: FiscalCase[] = [
  {
    of: 'import: each tax on what the law computes it on, and II and IPI in the total',
    source: 'DL 37/1966; Lei 10.865/2004 art. 7; RIPI art. 190; LC 87/1996 art. 13 V; LC 214/2025 art. 69',
    sale: imported,
    gives: [
      'idDest = 3',
      'tpNF = 0',
      'nDI = 26BR00000000001',
      'II/vII = 140.00',
      'IPITrib/vIPI = (1000 + 140) × 10% = 114.00',
      'vPIS = 1000 × 2.1% = 21.00',
      'vCOFINS = 1000 × 9.65% = 96.50',
      'ICMS00/vBC = 1750.00',
      'ICMS00/vICMS = 1750 × 18% = 315.00',
      'gIBSCBS/vBC = 1000 + 140 + 60 = 1200.00',
      'ICMSTot/vNF = 1000 + 140 + 114 = 1254.00',
    ],
  },
  {
    of: 'import by a reduced base',
    source: 'LC 87/1996 art. 13 V; Convênio ICMS 52/1991',
    sale: { ...imported, item: { ...computer, icmsSituation: '20', icmsRedBc: '50' } },
    gives: ['ICMS20/vBC = 1750 × 50% = 875.00', 'ICMS20/vICMS = 875 × 18% = 157.50'],
  },
  {
    of: 'import whose ICMS is deferred',
    source: 'LC 87/1996 art. 13 V; MOC 7.0 Anexo I, N16a',
    sale: { ...imported, item: { ...computer, icmsSituation: '51' } },
    gives: ['ICMS51/vICMSOp = 1750 × 18% = 315.00', 'ICMS51/vICMS = 315.00 − 315.00 = 0.00'],
  },
  {
    of: 'import by air needs no AFRMM',
    source: 'MOC 7.0 Anexo I, I23b-10 (330); Lei 10.893/2004',
    sale: {
      ...imported,
      item: { ...computer, importDeclarations: [{ ...declaration, transportMode: 'AIR', afrmm: null }] },
    },
    gives: ['tpViaTransp = 4', 'vAFRMM = absent'],
  },
  {
    of: 'import on somebody’s behalf names him and his state',
    source: 'MOC 7.0 Anexo I, I23d-10 (331) and I23e-10 (333)',
    sale: {
      ...imported,
      item: {
        ...computer,
        importDeclarations: [
          { ...declaration, intermediation: 'ON_BEHALF', thirdPartyTaxId: '11444777000161', thirdPartyState: 'MG' },
        ],
      },
    },
    gives: ['tpIntermedio = 2', 'DI/CNPJ = 11444777000161', 'UFTerceiro = MG'],
  },
  {
    of: 'import without its declaration',
    source: 'MOC 7.0 Anexo I, I08-110 (525)',
    sale: { ...imported, item: { ...computer, importDeclarations: null } },
    refused: { code: 'validation_error', path: 'items[0].importDeclarations' },
    authority: 'the declaration has thirteen fields; rule 525 is judged in the simulator’s own tests',
  },
  {
    of: 'import without II',
    source: 'MOC 7.0 Anexo I, I08-130 (599)',
    sale: { ...imported, item: { ...computer, importTax: null } },
    refused: { code: 'validation_error', path: 'items[0].importTax' },
    authority: {
      cStat: 599,
      mended: { item: { importTax: computer.importTax ?? null } },
      forged: [
        ['<II><vBC>1000.00</vBC><vDespAdu>60.00</vDespAdu><vII>140.00</vII><vIOF>0.00</vIOF></II>', ''],
        ['<vII>140.00</vII>', '<vII>0.00</vII>'],
      ],
    },
  },
  {
    of: 'import without IPI',
    source: 'MOC 7.0 Anexo I, I08-120 (597)',
    sale: { ...imported, item: { ...computer, ipiSituation: null, ipiRate: null } },
    refused: { code: 'validation_error', path: 'items[0].ipiSituation' },
    authority: {
      cStat: 597,
      mended: { item: { ipiSituation: '03' } },
      forged: [['<IPI><cEnq>999</cEnq><IPINT><CST>03</CST></IPINT></IPI>', '']],
    },
  },
  ...(
    [
      ['by sea without AFRMM', { afrmm: null }, 'afrmm', 330, '<vAFRMM>35.00</vAFRMM>', ''],
      [
        'that clears customs tomorrow',
        { clearanceDate: '2026-11-22' },
        'clearanceDate',
        376,
        '<dDesemb>2026-11-05</dDesemb>',
        '<dDesemb>2026-11-22</dDesemb>',
      ],
      [
        'that cleared customs more than five years ago',
        { clearanceDate: '2021-11-20' },
        'clearanceDate',
        376,
        '<dDesemb>2026-11-05</dDesemb>',
        '<dDesemb>2021-11-20</dDesemb>',
      ],
    ] as const
  ).map(([of, change, field, cStat, text, instead]): FiscalCase => ({
    of: `import ${of}`,
    source: `MOC 7.0 Anexo I, group I01 (${cStat})`,
    sale: { ...imported, item: { ...computer, importDeclarations: [{ ...declaration, ...change }] } },
    refused: { code: 'validation_error', path: `items[0].importDeclarations[0].${field}` },
    authority: { cStat, mended: { item: { importDeclarations: [declaration] } }, forged: [[text, instead]] },
  })),
  {
    of: 'import on somebody’s behalf who is not named',
    source: 'MOC 7.0 Anexo I, I23d-10 (331)',
    sale: {
      ...imported,
      item: {
        ...computer,
        importDeclarations: [{ ...declaration, intermediation: 'ON_BEHALF', thirdPartyState: 'MG' }],
      },
    },
    refused: { code: 'validation_error', path: 'items[0].importDeclarations[0].thirdPartyTaxId' },
    authority: {
      cStat: 331,
      mended: { item: { importDeclarations: [declaration] } },
      forged: [['<tpIntermedio>1</tpIntermedio>', '<tpIntermedio>2</tpIntermedio>']],
    },
  },
  {
    of: 'import under drawback without the act in its additions',
    source: 'MOC 7.0 Anexo I, I29a-10 (334)',
    sale: { ...imported, item: { ...computer, cfop: '3127' } },
    refused: { code: 'validation_error', path: 'items[0].importDeclarations[0].additions[0].drawback' },
    authority: {
      cStat: 334,
      mended: {
        item: {
          importDeclarations: [
            { ...declaration, additions: [{ sequence: 1, manufacturerCode: 'FAB1', drawback: '20260001234' }] },
          ],
        },
      },
      forged: [['<nDraw>20260001234</nDraw>', '']],
    },
  },
  {
    of: 'import that charges ICMS without saying its base',
    source: 'LC 87/1996 art. 13 V and § 1º',
    sale: { ...imported, item: { ...computer, importTax: { base: '1000.00', value: '140.00' } } },
    refused: { code: 'validation_error', path: 'items[0].importTax.icmsBase' },
    authority: 'only the importer knows what was declared to the state',
  },
  {
    of: 'exported goods that come back, CFOP 3202, need no declaration',
    source: 'MOC 7.0 Anexo I, I08-110 (525), its exceptions',
    sale: {
      ...imported,
      item: {
        ...{ ...computer, ...noDuty, cfop: '3202', icmsSituation: '41', ipiSituation: null, ipiRate: null },
        referencedItem: { accessKey: '35261111222333000181550010000000011630362748', number: 1 },
      },
      document: { operationType: 'IN', purpose: 'RETURN' },
    },
    gives: ['CFOP = 3202', 'DI = absent', 'II = absent', 'finNFe = 4'],
  },
];
