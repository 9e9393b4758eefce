import type { FiscalCase } from '../fiscal-case.ts';
import { cbsOf2027 } from './inclusive-price.ts';

const charged = { icmsSituation: '00' } as const;
const contributions = { pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' } as const;
const ipi = { ipiSituation: '50', ipiRate: '10' } as const;

/** Taxes that end with 2026: their last day, and the first day without them. */
export const endedTaxes: FiscalCase[] = [
  {
    of: 'PIS and COFINS on their last day',
    source: 'EC 132/2023 (ADCT art. 126, II); LC 214/2025 art. 542',
    sale: { item: { ...charged, ...contributions }, on: '2026-12-31' },
    gives: [
      'PISAliq/vPIS = 820.00 × 1.65% = 13.53',
      'COFINSAliq/vCOFINS = 820.00 × 7.6% = 62.32',
      'ICMSTot/vPIS = 13.53',
    ],
  },
  {
    of: 'PIS and COFINS have ended on 2027-01-01, whatever the item and the company say',
    source: 'EC 132/2023 (ADCT art. 126, II); LC 214/2025 art. 542',
    sale: { item: { ...charged, ...contributions }, on: '2027-01-01', rates: cbsOf2027 },
    gives: ['PIS = absent', 'COFINS = absent', 'ICMSTot/vPIS = 0.00', 'ICMSTot/vCOFINS = 0.00'],
  },
  {
    of: 'IPI on its last day',
    source: 'EC 132/2023 (ADCT art. 126, III)',
    sale: { by: { taxDefaults: { ...ipi } }, item: charged, on: '2026-12-31' },
    gives: ['IPITrib/CST = 50', 'vIPI = 1000.00 × 10% = 100.00', 'ICMSTot/vNF = 1000.00 + 100.00 = 1100.00'],
  },
  {
    of: 'IPI of the company is zero on 2027-01-01',
    source: 'EC 132/2023 (ADCT art. 126, III)',
    sale: { by: { taxDefaults: { ...ipi } }, item: charged, on: '2027-01-01', rates: cbsOf2027 },
    gives: ['IPINT/CST = 51', 'ICMSTot/vIPI = 0.00', 'ICMSTot/vNF = 1000.00'],
  },
  {
    of: 'IPI of goods that compete with those of Manaus stays in 2027, as the operator lists them',
    source: 'EC 132/2023 (ADCT art. 126, III); LC 214/2025 art. 454',
    sale: {
      by: { taxDefaults: { ...ipi } },
      item: charged,
      on: '2027-01-01',
      rates: { ...cbsOf2027, ipi: { source: 'a decree to come', goods: [{ ncm: '6109', from: '2027-01-01' }] } },
    },
    gives: ['IPITrib/CST = 50', 'vIPI = 1000.00 × 10% = 100.00', 'ICMSTot/vNF = 1000.00 + 100.00 = 1100.00'],
  },
];
