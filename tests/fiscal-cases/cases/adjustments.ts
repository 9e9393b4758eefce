import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { adjustmentCases, keyOf } from '../../domain/documents/check/adjustment-cases.ts';
import type { Body, FiscalCase, Sale } from '../fiscal-case.ts';

const nt = 'NT 2025.002 v1.52, groups B25, UB and VC';
const key = keyOf();
const line = { quantity: '1', unitValue: '250' };

const creditTypes = ['01', '02', '03', '04', '05', '06'] as const;
const debitTypes = ['01', '02', '03', '04', '05', '06', '07', '08'] as const;

/** Credit and debit notes of every type, with the figures of their own cases. */
export const adjustments: FiscalCase[] = [
  ...adjustmentCases
    .filter(({ to }) => to === undefined)
    .map(({ of, item, document, cfop, gives, totals }): FiscalCase => ({
      of,
      source: nt,
      sale: {
        item: { code: 'AJ1', description: 'Ajuste de IBS e CBS', ...item(key) },
        document: documentOf(document(key)),
      },
      gives: [
        `CFOP = ${cfop}`,
        ...Object.entries(gives).flatMap(([group, lines]) =>
          group === 'note' ? [] : lines.map((each) => `${group}/${each}`),
        ),
        ...totals.map((each) => `total/${each}`),
      ],
    })),
  wrong(
    'credit 01 that names no note',
    'B25-30 (254)',
    { item: line, document: { rtcCreditType: '01' } },
    {
      refused: { code: 'validation_error', path: 'referencedAccessKey' },
      authority: {
        cStat: 254,
        mended: { document: { referencedAccessKey: key } },
        forged: [[`<NFref><refNFe>${key}</refNFe></NFref>`, '']],
      },
    },
  ),
  wrong(
    'credit 02 before 2029',
    'B25.2-30 (1145)',
    {
      item: { ...line, zfmPresumedCredit: { period: '2026-10', type: '1', value: '10' } },
      document: { rtcCreditType: '02' },
    },
    {
      refused: { code: 'invalid_taxation', path: 'rtcCreditType' },
      authority: {
        cStat: 1145,
        mended: {
          item: { ...line, zfmPresumedCredit: null },
          document: { rtcCreditType: '01', referencedAccessKey: key },
        },
        forged: [
          ['<tpNFCredito>01', '<tpNFCredito>02'],
          [`<NFref><refNFe>${key}</refNFe></NFref>`, ''],
        ],
      },
    },
  ),
  wrong(
    'credit 03 of somebody else’s note',
    'B25-50 (269)',
    {
      item: { icmsSituation: '41', cfop: '1202' },
      document: { rtcCreditType: '03', referencedAccessKey: keyOf({ taxId: '11444777000161' }) },
    },
    {
      refused: { code: 'validation_error', path: 'referencedAccessKey' },
      authority: {
        cStat: 269,
        mended: { document: { referencedAccessKey: key } },
        forged: [[key, keyOf({ taxId: '11444777000161' })]],
      },
    },
  ),
  wrong(
    'credit 03 by CFOP 1102',
    'I08-140 (327)',
    {
      item: { icmsSituation: '41', cfop: '1102' },
      document: { rtcCreditType: '03', referencedAccessKey: key },
    },
    {
      refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
      authority: {
        cStat: 327,
        mended: { item: { cfop: '1202' } },
        forged: [['<CFOP>1202</CFOP>', '<CFOP>1102</CFOP>']],
      },
    },
  ),
  wrong(
    'credit 06 that names no item',
    'VC02-10 (1038)',
    {
      item: { icmsSituation: '41', cfop: '1202' },
      document: { rtcCreditType: '06' },
    },
    {
      refused: { code: 'validation_error', path: 'items[0].referencedItem' },
      authority: {
        cStat: 1038,
        mended: { item: { referencedItem: { accessKey: key, number: 2 } } },
        forged: [[`<DFeReferenciado><chaveAcesso>${key}</chaveAcesso><nItem>2</nItem></DFeReferenciado>`, '']],
      },
    },
  ),
  wrong(
    'debit 04 with ICMS',
    'B25-80 (1001)',
    {
      item: { ...line, icmsSituation: '41', referencedItem: { accessKey: key, number: 1 } },
      document: { rtcDebitType: '04' },
    },
    {
      refused: { code: 'invalid_taxation', path: 'items[0].icmsSituation' },
      authority: {
        cStat: 1001,
        mended: { item: { icmsSituation: null } },
        forged: [['<imposto>', '<imposto><ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS>']],
      },
    },
  ),
  wrong(
    'debit 04 that names no item',
    'VC02-10 (1038)',
    { item: line, document: { rtcDebitType: '04' } },
    {
      refused: { code: 'validation_error', path: 'items[0].referencedItem' },
      authority: {
        cStat: 1038,
        mended: { item: { referencedItem: { accessKey: key, number: 1 } } },
        forged: [[`<DFeReferenciado><chaveAcesso>${key}</chaveAcesso><nItem>1</nItem></DFeReferenciado>`, '']],
      },
    },
  ),
  wrong(
    'debit 06 as an entry',
    'B25-120 (1162)',
    { item: {}, document: { rtcDebitType: '06', operationType: 'IN' } },
    {
      refused: { code: 'validation_error', path: 'operationType' },
      authority: {
        cStat: 1162,
        mended: { document: { operationType: null } },
        forged: [['<tpNF>1</tpNF>', '<tpNF>0</tpNF>']],
      },
    },
  ),
  wrong(
    'a class of debit notes on a sale',
    'UB14-60 (1202)',
    { item: { icmsSituation: '00', ibsCbsClassification: '410030', creditReversal: { ibs: '1', cbs: '9' } } },
    {
      refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
      authority: {
        cStat: 1202,
        mended: { item: { ibsCbsClassification: '410026' } },
        forged: [['410026', '410030']],
      },
    },
  ),
  wrong(
    'debit 07 of another class',
    'UB14-70 (1200)',
    {
      item: {
        benefitCode: 'SEM CBENEF',
        icmsSituation: '41',
        ibsCbsClassification: '410999',
        creditReversal: { ibs: '1', cbs: '9' },
      },
      document: { rtcDebitType: '07' },
    },
    {
      refused: { code: 'invalid_taxation', path: 'items[0].ibsCbsClassification' },
      authority: { cStat: 1200, mended: { item: { ibsCbsClassification: null } }, forged: [['410030', '410026']] },
    },
  ),
];

function documentOf({ rtcCreditType, rtcDebitType, referencedAccessKey }: Partial<GoodsPayload>): Partial<Body> {
  return {
    ...(rtcCreditType ? { rtcCreditType: creditTypes.find((type) => type === rtcCreditType) ?? null } : {}),
    ...(rtcDebitType ? { rtcDebitType: debitTypes.find((type) => type === rtcDebitType) ?? null } : {}),
    ...(referencedAccessKey ? { referencedAccessKey } : {}),
  };
}

type Answer = Pick<Extract<FiscalCase, { refused: unknown }>, 'refused' | 'authority'>;

function wrong(of: string, rule: string, sale: Sale, answer: Answer): FiscalCase {
  return { of, source: `NT 2025.002 v1.52, ${rule}`, sale, ...answer };
}
