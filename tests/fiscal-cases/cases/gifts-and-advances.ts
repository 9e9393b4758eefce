import type { FiscalCase } from '../fiscal-case.ts';

/** The key of an earlier note of the company. */
const advance = '35261111222333000181550010000000071123456788';
const charged = { icmsSituation: '00' } as const;

export const giftsAndAdvances: FiscalCase[] = [
  {
    of: 'IBS and CBS: what is given away says so',
    source: 'NT 2025.002 v1.52, UB14a; LC 214/2025 art. 5',
    sale: { item: { ...charged, cfop: '5910', ibsCbsClassification: '000001', donation: true } },
    gives: ['indDoacao = 1', 'gCBS/vCBS = 820.00 × 0.9% = 7.38'],
  },
  {
    of: 'IBS and CBS: a gift without the taxes that it is said of',
    source: 'NT 2025.002 v1.52, UB14a stands in UB12',
    sale: { by: { taxRegime: 'SIMPLES' }, item: { icmsSituation: '102', cfop: '5910', donation: true } },
    refused: { code: 'invalid_taxation', path: 'items[0].donation' },
    authority: 'the layout has no place for it',
  },
  {
    of: 'IBS and CBS: what was paid in advance is deducted',
    source: 'NT 2025.002 v1.52, gPagAntecipado; LC 214/2025 art. 10 § 4º',
    sale: { item: charged, document: { advancePayments: [advance] } },
    gives: [`gPagAntecipado/refNFe = ${advance}`],
  },
  {
    of: 'IBS and CBS: an NFC-e deducts nothing that was paid in advance',
    source: 'NT 2025.002 v1.52, 11BB01-10 (1146)',
    sale: {
      item: charged,
      document: { type: 'NFCE', payments: [{ method: 'CASH', value: '1000.00' }], advancePayments: [advance] },
    },
    refused: { code: 'validation_error', path: 'advancePayments' },
    authority: 'rule 1146 is judged in the simulator’s own tests',
  },
  {
    of: 'IBS and CBS: an advance payment by a key that is none',
    source: 'PL_010f v1.04 (TChNFe); MOC 7.0 Anexo I, BA02-10 (547)',
    sale: { item: charged, document: { advancePayments: [advance.replace(/8$/, '1')] } },
    refused: { code: 'validation_error', path: 'advancePayments[0]' },
    authority: 'whether the note exists is not asked (1147)',
  },
];
