import { type AccessKeyParts, buildAccessKey } from '../../../../domain/access-key.ts';
import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import type { Expected } from '../../taxation/cases/tax-case.ts';

/**
 * A credit or debit note of one line, and what it must contain, computed by hand. `document` has the fields besides its line, given the
 * access key of another note of the same company of São Paulo; `gives` has every field of each tax group, `totals` those of the note.
 */
export type AdjustmentCase = {
  of: string;
  to?: ClientSnapshot;
  item: (key: string) => Partial<ItemInput>;
  document: (key: string) => Partial<GoodsPayload>;
  cfop: string;
  gives: Expected;
  totals: string[];
};

/** IBS and CBS at the rates of 2026, of a classification that is neither reduced nor deferred. */
function taxed(base: string, ibs: string, cbs: string): Expected {
  return {
    note: [],
    IBSCBS: ['cClassTrib = 000001'],
    gIBSCBS: [`vBC = ${base}`, `vIBS = ${ibs}`],
    gIBSUF: ['pIBSUF = 0.1000', `vIBSUF = ${ibs}`],
    gIBSMun: ['pIBSMun = 0.0000', 'vIBSMun = 0.00'],
    gCBS: ['pCBS = 0.9000', `vCBS = ${cbs}`],
  };
}

const interest = taxed('1 × 250.00 = 250.00', '250.00 × 0.1% = 0.25', '250.00 × 0.9% = 2.25');
const ofInterest = ['vBCIBSCBS = 250.00', 'vIBS = 0.25', 'vCBS = 2.25', 'vNF = 250.00', 'vNFTot = 250.00'];
const nothingSold = ['vBCIBSCBS = 0.00', 'vNF = 0.00', 'vNFTot = 0.00'];
const free = { quantity: '1', unitValue: '0' };
const corrected = { adjustment: { period: '2026-10', ibs: '10', cbs: '90.5' } };
const gAjusteCompet = ['competApur = 2026-10', 'vIBS = 10.00', 'vCBS = 90.50'];
const transferred = { adjustment: { ibs: '120', cbs: '0' } };
const gTransfCred = ['vIBS = 120.00', 'vCBS = 0.00'];
const goods = { quantity: '10', unitValue: '100', ncm: '61091000' };

export const adjustmentCases: AdjustmentCase[] = [
  {
    of: 'credit 01, interest that is given back',
    item: () => ({ quantity: '1', unitValue: '250' }),
    document: (key) => ({ rtcCreditType: '01', referencedAccessKey: key }),
    cfop: '1949',
    gives: interest,
    totals: ofInterest,
  },
  {
    of: 'credit 03, goods refused at the door, with the taxes of their sale',
    item: () => ({
      ...goods,
      ...{ cfop: '1202', icmsSituation: '00', icmsRate: '18', ipiSituation: '03' },
      ...{ pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
    }),
    document: (key) => ({ rtcCreditType: '03', referencedAccessKey: key }),
    cfop: '1202',
    gives: {
      ...taxed('1000.00 − 180.00 − 13.53 − 62.32 = 744.15', '744.15 × 0.1% = 0.74', '744.15 × 0.9% = 6.70'),
      ICMS00: ['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'],
      IPINT: [],
      PISAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pPIS = 1.6500', 'vPIS = 820.00 × 1.65% = 13.53'],
      COFINSAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pCOFINS = 7.6000', 'vCOFINS = 820.00 × 7.6% = 62.32'],
    },
    totals: [
      ...[
        'vBCIBSCBS = 744.15',
        'vIBS = 0.74',
        'vCBS = 6.70',
        'vBC = 1000.00',
        'vICMS = 180.00',
        'vPIS = 13.53',
        'vCOFINS = 62.32',
      ],
      ...['vNF = 1000.00', 'vNFTot = 1000.00'],
    ],
  },
  {
    of: 'credit 04, a price that is reduced',
    item: () => ({
      ...{ quantity: '3', unitValue: '33.33', ncm: '61091000', icmsSituation: '41', benefitCode: 'SEM CBENEF' },
      ...{ pisSituation: '06', cofinsSituation: '06' },
    }),
    document: (key) => ({ rtcCreditType: '04', referencedAccessKey: key }),
    cfop: '1949',
    gives: {
      ...taxed('3 × 33.33 = 99.99', '99.99 × 0.1% = 0.10', '99.99 × 0.9% = 0.90'),
      ...{ ICMS40: [], PISNT: [], COFINSNT: [] },
    },
    totals: ['vBCIBSCBS = 99.99', 'vIBS = 0.10', 'vCBS = 0.90', 'vNF = 99.99', 'vNFTot = 99.99'],
  },
  {
    of: 'credit 05, credit received by a successor',
    item: () => ({ ...free, ...transferred }),
    document: () => ({ rtcCreditType: '05' }),
    cfop: '1949',
    gives: { note: [], IBSCBS: ['cClassTrib = 800001'], gTransfCred },
    totals: nothingSold,
  },
  {
    of: 'credit 06, the part of a delivery that was refused, with the taxes of its sale',
    item: (key) => ({
      ...{ ...goods, cfop: '1202', icmsSituation: '41', ipiSituation: '03', pisSituation: '06', cofinsSituation: '06' },
      referencedItem: { accessKey: key, number: 2 },
    }),
    document: () => ({ rtcCreditType: '06' }),
    cfop: '1202',
    gives: {
      ...taxed('10 × 100.00 = 1000.00', '1000.00 × 0.1% = 1.00', '1000.00 × 0.9% = 9.00'),
      ...{ ICMS40: [], IPINT: [], PISNT: [], COFINSNT: [] },
    },
    totals: ['vBCIBSCBS = 1000.00', 'vIBS = 1.00', 'vCBS = 9.00', 'vNF = 1000.00', 'vNFTot = 1000.00'],
  },
  {
    of: 'debit 01, credit transferred to a cooperative, whose month the XML has no place for',
    item: () => ({ ...free, adjustment: { period: '2026-10', ibs: '120', cbs: '0' } }),
    document: () => ({ rtcDebitType: '01' }),
    cfop: '5949',
    gives: { note: [], IBSCBS: ['cClassTrib = 800002'], gTransfCred },
    totals: nothingSold,
  },
  {
    of: 'debit 02, credit annulled for exempt sales',
    item: () => ({ ...free, ...corrected }),
    document: () => ({ rtcDebitType: '02' }),
    cfop: '5949',
    gives: { note: [], IBSCBS: ['cClassTrib = 811001'], gAjusteCompet },
    totals: nothingSold,
  },
  {
    of: 'debit 03, a whole note that was left out',
    item: (key) => ({ ...free, ...corrected, referencedItem: { accessKey: key } }),
    document: () => ({ rtcDebitType: '03' }),
    cfop: '5949',
    gives: { note: [], IBSCBS: ['cClassTrib = 811002'], gAjusteCompet },
    totals: nothingSold,
  },
  {
    of: 'debit 04, interest on an item that was paid late',
    item: (key) => ({ quantity: '1', unitValue: '250', referencedItem: { accessKey: key, number: 1 } }),
    document: () => ({ rtcDebitType: '04' }),
    cfop: '5949',
    gives: interest,
    totals: ofInterest,
  },
  {
    of: 'debit 05, credit given to a successor',
    item: () => ({ ...free, ...transferred }),
    document: () => ({ rtcDebitType: '05' }),
    cfop: '5949',
    gives: { note: [], IBSCBS: ['cClassTrib = 800001'], gTransfCred },
    totals: nothingSold,
  },
  {
    of: 'debit 06, a payment in advance without other taxes',
    item: () => goods,
    document: () => ({ rtcDebitType: '06' }),
    cfop: '5922',
    gives: taxed('10 × 100.00 = 1000.00', '1000.00 × 0.1% = 1.00', '1000.00 × 0.9% = 9.00'),
    totals: ['vBCIBSCBS = 1000.00', 'vIBS = 1.00', 'vCBS = 9.00', 'vNF = 1000.00', 'vNFTot = 1000.00'],
  },
  {
    of: 'debit 06, a payment in advance with the contributions, which are due until the end of 2026',
    item: () => ({
      ...goods,
      ...{ pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
    }),
    document: () => ({ rtcDebitType: '06' }),
    cfop: '5922',
    gives: {
      ...taxed('1000.00 − 16.50 − 76.00 = 907.50', '907.50 × 0.1% = 0.91', '907.50 × 0.9% = 8.17'),
      PISAliq: ['vBC = 1000.00', 'pPIS = 1.6500', 'vPIS = 1000.00 × 1.65% = 16.50'],
      COFINSAliq: ['vBC = 1000.00', 'pCOFINS = 7.6000', 'vCOFINS = 1000.00 × 7.6% = 76.00'],
    },
    totals: [
      ...['vBCIBSCBS = 907.50', 'vIBS = 0.91', 'vCBS = 8.17', 'vPIS = 16.50', 'vCOFINS = 76.00'],
      ...['vNF = 1000.00', 'vNFTot = 1000.00'],
    ],
  },
  {
    of: 'debit 07, goods lost, whose credit is reversed',
    item: () => ({
      ...{ ...goods, icmsSituation: '41', benefitCode: 'SEM CBENEF', pisSituation: '08', cofinsSituation: '08' },
      creditReversal: { ibs: '1', cbs: '9' },
    }),
    document: () => ({ rtcDebitType: '07' }),
    cfop: '5927',
    gives: {
      ...{ note: [], ICMS40: [], PISNT: [], COFINSNT: [] },
      IBSCBS: ['cClassTrib = 410030'],
      gEstornoCred: ['vIBSEstCred = 1.00', 'vCBSEstCred = 9.00'],
    },
    totals: ['vBCIBSCBS = 0.00', 'vIBSEstCred = 1.00', 'vCBSEstCred = 9.00', 'vNF = 1000.00', 'vNFTot = 1000.00'],
  },
  {
    of: 'debit 08, a company that leaves the Simples Nacional',
    item: () => ({ ...free, ...corrected }),
    document: () => ({ rtcDebitType: '08' }),
    cfop: '5949',
    gives: { note: [], IBSCBS: ['cClassTrib = 811003'], gAjusteCompet },
    totals: nothingSold,
  },
];

/** The line of such a note, as a caller writes it. */
export function adjustedLine(fields: Partial<ItemInput>): ItemInput {
  return { code: 'AJ1', description: 'Ajuste de IBS e CBS', quantity: '1', unitValue: '0', ...fields };
}

/** The access key of a note of the company, or of another's if `parts` say so. */
export function keyOf(parts: Partial<AccessKeyParts> = {}): string {
  return buildAccessKey({
    ...{ stateCode: '35', yearMonth: '2610', taxId: '11222333000181', model: '55' },
    ...{ series: 1, number: 7, emissionType: '1', cNF: '83450921' },
    ...parts,
  });
}
