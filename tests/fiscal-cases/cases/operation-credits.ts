import type { FiscalCase, ItemBody, Sale } from '../fiscal-case.ts';
import { person } from '../people.ts';
import { cbsOf2027 } from './inclusive-price.ts';

const rules = 'NT 2025.002 v1.52, UB120 to UB130; table cCredPres of 2026-10-08';
const charged = { icmsSituation: '00' } as const;
type Credit = NonNullable<ItemBody['operationPresumedCredit']>;

const sold = (operationPresumedCredit: Credit, more: Partial<ItemBody> = {}): Sale => ({
  item: { ...charged, ibsCbsClassification: '000003', operationPresumedCredit, ...more },
  ...{ on: '2027-03-01', rates: cbsOf2027 },
});
/** The automotive regime (LC 214/2025 art. 311). */
const car: Credit = { creditCode: '05', base: '700.00', cbs: { rate: '10' } };
/** Used goods that are resold, bought from a natural person (art. 171). */
const used: Credit = { creditCode: '04', base: '400.00', ibs: { rate: '0.1' }, cbs: { rate: '8.7' } };
const usedGoods = { isUsed: true, ibsCbsClassification: '000001' } as const;

/** Presumed credits that an issuer takes in the note itself. */
export const operationCredits: FiscalCase[] = [
  {
    of: 'presumed credit: of the CBS, in the automotive regime',
    source: `${rules}; LC 214/2025 art. 311`,
    sale: sold(car),
    gives: [
      'gCredPresOper/vBCCredPres = 700.00',
      'gCredPresOper/cCredPres = 05',
      'gIBSCredPres = absent',
      'gCBSCredPres/pCredPres = 10.0000',
      'gCBSCredPres/vCredPres = 700.00 × 10% = 70.00',
      'IBSCBSTot/gCBS/vCredPres = 70.00',
      'IBSCBSTot/gIBS/vCredPres = 0.00',
      'gCBS/vCBS = 753.68 × 8.7% = 65.57',
    ],
  },
  {
    of: 'presumed credit: of used goods, taken off their IBS',
    source: `${rules}, UB54a-10 (1150); LC 214/2025 art. 171`,
    sale: sold(used, usedGoods),
    gives: [
      'gIBSUF/vIBSUF = 753.68 × 0.05% = 0.38',
      'gIBSMun/vIBSMun = 753.68 × 0.05% = 0.38',
      'gIBSCredPres/vCredPres = 400.00 × 0.1% = 0.40',
      'gIBSCBS/vIBS = 0.38 + 0.38 − 0.40 = 0.36',
      'IBSCBSTot/gIBS/vIBS = 0.36',
      'IBSCBSTot/gIBS/vCredPres = 0.40',
      'gCBSCredPres/vCredPres = 400.00 × 8.7% = 34.80',
      'gCBS/vCBS = 753.68 × 8.7% = 65.57',
      'vNFTot = 1000.00',
    ],
  },
  {
    of: 'presumed credit: of used goods, under a condition',
    source: `${rules}, UB126 and UB130`,
    sale: sold(
      { ...used, ibs: { rate: '0.1', isConditional: true }, cbs: { rate: '8.7', isConditional: true } },
      usedGoods,
    ),
    gives: [
      'gIBSCredPres/vCredPresCondSus = 0.40',
      'gIBSCBS/vIBS = 0.38 + 0.38 = 0.76',
      'IBSCBSTot/gIBS/vCredPresCondSus = 0.40',
      'IBSCBSTot/gCBS/vCredPresCondSus = 34.80',
    ],
  },
  {
    of: 'presumed credit: before it begins',
    source: `${rules}, UB127-10 (1050)`,
    sale: { ...sold(car), on: '2026-11-21' },
    refused: { code: 'invalid_taxation', path: 'items[0].operationPresumedCredit.cbs' },
    authority: 'a note of 2027 has other rates than one of 2026',
  },
  {
    of: 'presumed credit: of a class that has none',
    source: `${rules}, UB120-20 (1175)`,
    sale: sold(car, { ibsCbsClassification: '000001' }),
    refused: { code: 'invalid_taxation', path: 'items[0].operationPresumedCredit' },
    authority: {
      cStat: 1175,
      mended: { item: { ...charged, ibsCbsClassification: '000003', operationPresumedCredit: car } },
      forged: [['<cClassTrib>000003', '<cClassTrib>000001']],
    },
  },
  {
    of: 'presumed credit: of no code',
    source: `${rules}, UB122-10 (1055)`,
    sale: sold({ ...car, creditCode: '14' }),
    refused: { code: 'validation_error', path: 'items[0].operationPresumedCredit.creditCode' },
    authority: {
      cStat: 1055,
      mended: { item: { ...charged, ibsCbsClassification: '000003', operationPresumedCredit: car } },
      forged: [['<cCredPres>05', '<cCredPres>14']],
    },
  },
  {
    of: 'presumed credit: one that an event asks for',
    source: `${rules} (Apropria via NF 0)`,
    sale: sold({ ...used, creditCode: '01' }),
    refused: { code: 'validation_error', path: 'items[0].operationPresumedCredit.creditCode' },
    authority: 'the authority compares codes and taxes alone',
  },
  {
    of: 'presumed credit: without the tax that it is of',
    source: `${rules}, UB127-20 (1058)`,
    sale: sold({ creditCode: '05', base: '700.00' }),
    refused: { code: 'invalid_taxation', path: 'items[0].operationPresumedCredit.cbs' },
    authority: {
      cStat: 1058,
      mended: { item: { ...charged, ibsCbsClassification: '000003', operationPresumedCredit: car } },
      forged: [
        ['<gCBSCredPres><pCredPres>10.0000</pCredPres><vCredPres>70.00</vCredPres></gCBSCredPres>', ''],
        ['<vCredPres>70.00', '<vCredPres>0.00'],
      ],
    },
  },
  {
    of: 'presumed credit: of a tax that it is not of',
    source: `${rules}, UB123-10 (1053)`,
    sale: sold({ ...car, ibs: { rate: '1' } }),
    refused: { code: 'invalid_taxation', path: 'items[0].operationPresumedCredit.ibs' },
    authority: 'rule 1053 is judged in the simulator’s own tests',
  },
  {
    of: 'presumed credit: under a condition that only used goods have',
    source: `${rules}, UB126-10 (1056), UB130-10 (1060)`,
    sale: sold({ ...car, cbs: { rate: '10', isConditional: true } }),
    refused: { code: 'validation_error', path: 'items[0].operationPresumedCredit.cbs.isConditional' },
    authority: 'from 2027 on the text that was read refuses it of no code',
  },
  {
    of: 'presumed credit: of used goods, more than they cost',
    source: `${rules}, UB129-10 (1124)`,
    sale: sold({ ...used, base: '99999.00' }, usedGoods),
    refused: { code: 'invalid_taxation', path: 'items[0].operationPresumedCredit.cbs' },
    authority: 'rule 1124 is judged in the simulator’s own tests',
  },
  {
    of: 'presumed credit: in an NFC-e',
    source: `${rules}, UB120-10 (1049)`,
    sale: {
      ...sold(used, usedGoods),
      to: person('SP'),
      document: { type: 'NFCE', payments: [{ method: 'CASH', value: '1000.00' }] },
    },
    refused: { code: 'validation_error', path: 'items[0].operationPresumedCredit' },
    authority: 'rule 1049 is judged in the simulator’s own tests',
  },
  {
    of: 'Zona Franca: goods that say how their IBS is assessed',
    source: 'NT 2025.002 v1.52, I05k; LC 214/2025 art. 450',
    sale: { by: { state: 'AM' }, item: { ...charged, zfmCreditType: '3' } },
    gives: ['tpCredPresIBSZFM = 3'],
  },
  {
    of: 'Zona Franca: the same said outside of it',
    source: 'NT 2025.002 v1.52, I05k-20 (1166)',
    sale: { item: { ...charged, zfmCreditType: '3' } },
    refused: { code: 'invalid_taxation', path: 'items[0].zfmCreditType' },
    authority: {
      cStat: 1166,
      mended: { item: { zfmCreditType: null } },
      forged: [['<CFOP>', '<tpCredPresIBSZFM>3</tpCredPresIBSZFM><CFOP>']],
    },
  },
];
