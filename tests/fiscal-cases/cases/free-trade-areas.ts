import type { FiscalCase, ItemBody, Sale, Seller } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';
import { cbsOf2027 } from './inclusive-price.ts';

const rules = 'NT 2025.002 v1.51, UB66a to UB66e; LC 214/2025 arts. 451 and 466';
const inManaus: Seller = { state: 'AM', suframaRegistration: '200106023' };
const untaxed: Partial<ItemBody> = {
  ...{ icmsSituation: '40', benefitCode: null, pisSituation: '06', cofinsSituation: '06' },
  ibsCbsClassification: '000001',
};
const free = (more: Partial<ItemBody> = {}): Partial<ItemBody> => ({
  ...untaxed,
  freeTradeArea: { application: 'WITHOUT_PROCESS' },
  ...more,
});
const charged: Partial<ItemBody> = { ...untaxed, freeTradeArea: null };
const inside = (more: Partial<ItemBody> = {}): Sale => ({ by: inManaus, to: taxpayer('AM'), item: free(more) });
const zero =
  '<gALCZFMCBS><tpALCZFMCBS>1</tpALCZFMCBS><pAliqEfetRegCBS>0.9000</pAliqEfetRegCBS><vTribRegCBS>9.00</vTribRegCBS></gALCZFMCBS>';

/** CBS of zero between two of the same free trade area. */
export const freeTradeAreas: FiscalCase[] = [
  {
    of: 'free trade area: a sale inside the Zona Franca de Manaus',
    source: rules,
    sale: inside(),
    gives: [
      'emit/ISUFEmit = 200106023',
      'gIBSCBS/vBC = 1000.00',
      'gIBSUF/vIBSUF = 1000.00 × 0.1% = 1.00',
      'gCBS/pCBS = 0.0000',
      'gALCZFMCBS/tpALCZFMCBS = 1',
      'gALCZFMCBS/nProcSuframa = absent',
      'gALCZFMCBS/pAliqEfetRegCBS = 0.9000',
      'gALCZFMCBS/vTribRegCBS = 1000.00 × 0.9% = 9.00',
      'gCBS/vCBS = 0.00',
      'IBSCBSTot/gCBS/vCBS = 0.00',
      'IBSCBSTot/gIBS/vIBS = 1.00',
    ],
  },
  {
    of: 'free trade area: of a process that SUFRAMA approved, to a person of Macapá',
    source: rules,
    sale: {
      by: { state: 'AP', suframaRegistration: '200106023' },
      to: person('AP'),
      item: free({ freeTradeArea: { application: 'APPROVED_PROCESS', suframaProcess: '52710123' } }),
    },
    gives: ['gALCZFMCBS/tpALCZFMCBS = 2', 'gALCZFMCBS/nProcSuframa = 52710123', 'gALCZFMCBS/vTribRegCBS = 9.00'],
  },
  {
    of: 'free trade area: what the class reduces, it reduces outside, too',
    source: `${rules}; class 200034`,
    sale: inside({ ibsCbsClassification: '200034' }),
    gives: [
      'gIBSUF/gRed/pRedAliq = 60.0000',
      'gCBS/pCBS = 0.0000',
      'gCBS/gRed/pAliqEfet = 0.0000',
      'gALCZFMCBS/pAliqEfetRegCBS = 0.9 × 40% = 0.3600',
      'gALCZFMCBS/vTribRegCBS = 1000.00 × 0.36% = 3.60',
    ],
  },
  {
    of: 'free trade area: from 2027 on the price contains the IBS alone',
    source: `${rules}; LC 214/2025 art. 12 § 2º I; NT 2026.008 v1.00`,
    sale: { ...inside(), on: '2027-03-01', rates: cbsOf2027 },
    gives: [
      'gIBSCBS/vBC = 1000.00 ÷ 1.001 = 999.00',
      'gCBS/pCBS = 0.0000',
      'gALCZFMCBS/vTribRegCBS = 999.00 × 8.7% = 86.91',
      'vNFTot = 1000.00',
    ],
  },
  {
    of: 'free trade area: a registration that nothing of the note needs',
    source: rules,
    sale: { by: inManaus, to: taxpayer('AM'), item: untaxed },
    gives: ['emit/ISUFEmit = absent', 'gALCZFMCBS = absent', 'gCBS/vCBS = 9.00'],
  },
  {
    of: 'free trade area: to another municipality than those of the area',
    source: `${rules}: UB66a-20 (1191)`,
    sale: { by: inManaus, to: taxpayer('SP'), item: free() },
    refused: { code: 'invalid_taxation', path: 'items[0].freeTradeArea' },
    authority: {
      cStat: 1191,
      mended: { by: inManaus, to: taxpayer('SP'), item: charged },
      forged: [
        ['<vCBS>9.00</vCBS></gCBS></gIBSCBS>', `${zero}<vCBS>9.00</vCBS></gCBS></gIBSCBS>`],
        ['</CRT>', '</CRT><ISUFEmit>200106023</ISUFEmit>'],
      ],
    },
  },
  {
    of: 'free trade area: of perfume',
    source: `${rules}: UB66a-20 (1191), NCM 3302`,
    sale: inside({ ncm: '33021000' }),
    refused: { code: 'invalid_taxation', path: 'items[0].freeTradeArea' },
    authority: {
      cStat: 1191,
      mended: { by: inManaus, to: taxpayer('AM'), item: { ...charged, ncm: '33021000' } },
      forged: [
        ['<vCBS>9.00</vCBS></gCBS></gIBSCBS>', `${zero}<vCBS>9.00</vCBS></gCBS></gIBSCBS>`],
        ['</CRT>', '</CRT><ISUFEmit>200106023</ISUFEmit>'],
      ],
    },
  },
  {
    of: 'free trade area: without the registration of the company',
    source: `${rules}: UB66a-10 (1190)`,
    sale: { ...inside(), by: { state: 'AM' } },
    refused: { code: 'validation_error', path: 'company.suframaRegistration' },
    authority: { cStat: 1190, mended: inside(), forged: [['<ISUFEmit>200106023</ISUFEmit>', '']] },
  },
  {
    of: 'free trade area: an approved process without its number',
    source: `${rules}: UB66c-10 (1192)`,
    sale: inside({ freeTradeArea: { application: 'APPROVED_PROCESS', suframaProcess: '00000000' } }),
    refused: { code: 'validation_error', path: 'items[0].freeTradeArea.suframaProcess' },
    authority: { cStat: 1192, mended: inside(), forged: [['<tpALCZFMCBS>1', '<tpALCZFMCBS>2']] },
  },
  {
    of: 'free trade area: the number of a process where none was approved',
    source: `${rules}: UB66b`,
    sale: inside({ freeTradeArea: { application: 'WITHOUT_PROCESS', suframaProcess: '52710123' } }),
    refused: { code: 'validation_error', path: 'items[0].freeTradeArea.suframaProcess' },
    authority: 'no rule compares the two',
  },
  {
    of: 'free trade area: of a class that charges nothing',
    source: rules,
    sale: inside({ ibsCbsClassification: '410001' }),
    refused: { code: 'invalid_taxation', path: 'items[0].freeTradeArea' },
    authority: 'the layout has no such group there',
  },
  {
    of: 'free trade area: a CBS of zero that nothing explains',
    source: 'NT 2025.002 v1.51, UB56-10 (1037)',
    sale: { by: { state: 'SP' }, item: free() },
    refused: { code: 'invalid_taxation', path: 'items[0].freeTradeArea' },
    authority: {
      cStat: 1037,
      mended: { item: charged },
      forged: [['<pCBS>0.9000', '<pCBS>0.0000']],
    },
  },
];
