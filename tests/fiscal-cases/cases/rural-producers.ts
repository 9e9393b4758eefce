import type { FiscalCase, ItemBody, Seller } from '../fiscal-case.ts';
import { taxpayer } from '../people.ts';
import { coupon } from './coupon.ts';

const series = 'NT 2018.001 v1.10 (B07, C02a-10) and NT 2023.002 v1.01 of 2025-11';
const by: Seller = { state: 'GO', taxId: '12345678909' };
/** Fields of a producer who need not pay IBS and CBS; PIS and COFINS concern companies alone. */
const untaxed: Partial<ItemBody> = {
  ...{ pisSituation: '08', cofinsSituation: '08' },
  ...{ ibsCbsSituation: '410', ibsCbsClassification: '410014' },
};
const soy = { description: 'Soja em grãos', ncm: '12019000', unit: 'SC', icmsSituation: '00', ...untaxed };

/** Rural producers, who issue with a CPF. */
export const ruralProducers: FiscalCase[] = [
  {
    of: 'soy of a producer with a CPF, sold to another state',
    source: `${series}; LC 214/2025, art. 164 (cClassTrib 410014)`,
    sale: { by, to: taxpayer('SP'), item: { ...soy, cfop: '6101' } },
    gives: [
      'emit/CPF = 12345678909',
      'emit/CNPJ = absent',
      'emit/IE = 109876547',
      'serie = 920',
      'CRT = 3',
      'vICMS = 1000.00 × 12 % = 120.00',
      'PIS/PISNT/CST = 08',
      'IBSCBS/CST = 410',
      'IBSCBS/cClassTrib = 410014',
      'gIBSCBS = absent',
      'vNF = 1000.00',
    ],
  },
  {
    of: 'an NFC-e of a producer with a CPF',
    source: `${series}: Ajuste SINIEF 54/2022; the QR code is version 3 (444)`,
    sale: { by, document: coupon(), item: { ...soy, cfop: '5101' } },
    gives: ['mod = 65', 'serie = 920', 'emit/CPF = 12345678909', 'vNF = 1000.00'],
  },
  {
    of: 'a producer with a CPF and no state registration',
    source: 'NT 2026.007 v1.10: C17-43 (157)',
    sale: { by: { ...by, stateRegistration: null }, item: { ...soy, cfop: '5101' }, on: '2026-12-14' },
    refused: { code: 'validation_error', path: 'company.stateRegistration' },
    authority: {
      cStat: 157,
      mended: { by: { stateRegistration: '109876547' } },
      forged: [['<IE>109876547</IE><CRT>', '<CRT>']],
    },
  },
];
