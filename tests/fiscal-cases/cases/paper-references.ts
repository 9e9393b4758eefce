import type { FiscalCase } from '../fiscal-case.ts';
import { stateRegistrations } from '../../support/samples/state-registrations.ts';

const charged = { icmsSituation: '00' } as const;
const moc = 'MOC 7.0 Anexo I, BA03 to BA23';
const paper = {
  state: 'SP',
  month: '2009-07',
  taxId: '11.444.777/0001-61',
  model: '01',
  series: 1,
  number: 4711,
} as const;
const rural = {
  state: 'SP',
  month: '2026-10',
  taxId: '529.982.247-25',
  stateRegistration: stateRegistrations.SP ?? '',
  model: '04',
  number: 12,
} as const;
const receipt = { model: '2D', printer: 3, counter: 123456 } as const;
const refNF =
  '<NFref><refNF><cUF>35</cUF><AAMM>0907</AAMM><CNPJ>11444777000161</CNPJ><mod>01</mod><serie>1</serie><nNF>4711</nNF></refNF></NFref>';
const refECF = '<NFref><refECF><mod>2D</mod><nECF>3</nECF><nCOO>123456</nCOO></refECF></NFref>';

/** Documents without an access key that notes refer to. */
export const paperReferences: FiscalCase[] = [
  {
    of: 'a note on paper, of a rural producer, and a receipt are referred to',
    source: moc,
    sale: {
      item: charged,
      document: { referencedPaperNotes: [paper], referencedRuralNotes: [rural], referencedReceipts: [receipt] },
    },
    gives: [
      'count(NFref) = 3',
      'refNF/cUF = 35',
      'refNF/AAMM = 0907',
      'refNF/CNPJ = 11444777000161',
      'refNF/serie = 1',
      'refNFP/AAMM = 2610',
      'refNFP/CPF = 52998224725',
      'refNFP/mod = 04',
      'refNFP/serie = 0',
      'refECF/nCOO = 123456',
    ],
  },
  {
    of: 'a purchase from a rural producer refers to the note of the tax office',
    source: `${moc}; Convênio s/nº of 1970 art. 54`,
    sale: {
      item: { ...charged, cfop: '1102' },
      document: {
        operationType: 'IN',
        referencedRuralNotes: [{ ...rural, model: '01', stateRegistration: 'isento' }],
      },
    },
    gives: ['refNFP/mod = 01', 'refNFP/IE = ISENTO'],
  },
  {
    of: 'a note on paper of a month that is still to come',
    source: `${moc}; BA05-10 (317)`,
    sale: { item: charged, document: { referencedPaperNotes: [{ ...paper, month: '2026-12' }] } },
    refused: { code: 'validation_error', path: 'referencedPaperNotes[0].month' },
    authority: {
      cStat: 317,
      mended: { document: { referencedPaperNotes: [paper] } },
      forged: [['<AAMM>0907', '<AAMM>2612']],
    },
  },
  {
    of: 'a note of a producer of a month that is still to come',
    source: `${moc}; BA12-10 (322)`,
    sale: { item: charged, document: { referencedRuralNotes: [{ ...rural, month: '2026-12' }] } },
    refused: { code: 'validation_error', path: 'referencedRuralNotes[0].month' },
    authority: {
      cStat: 322,
      mended: { document: { referencedRuralNotes: [rural] } },
      forged: [['<AAMM>2610', '<AAMM>2612']],
    },
  },
  {
    of: 'a note on paper twice',
    source: `${moc}; BA03-10 (681)`,
    sale: { item: charged, document: { referencedPaperNotes: [paper, { ...paper, month: '2009-08' }] } },
    refused: { code: 'validation_error', path: 'referencedPaperNotes[1]' },
    authority: {
      cStat: 681,
      mended: { document: { referencedPaperNotes: [paper] } },
      forged: [[refNF, refNF + refNF]],
    },
  },
  {
    of: 'a note of a producer twice',
    source: `${moc}; BA10-10 (682)`,
    sale: { item: charged, document: { referencedRuralNotes: [rural, rural] } },
    refused: { code: 'validation_error', path: 'referencedRuralNotes[1]' },
    authority: {
      cStat: 682,
      mended: { document: { referencedRuralNotes: [rural, { ...rural, number: 13 }] } },
      forged: [['<nNF>13</nNF>', '<nNF>12</nNF>']],
    },
  },
  {
    of: 'a receipt twice',
    source: `${moc}; BA20-10 (684)`,
    sale: { item: charged, document: { referencedReceipts: [receipt, receipt] } },
    refused: { code: 'validation_error', path: 'referencedReceipts[1]' },
    authority: {
      cStat: 684,
      mended: { document: { referencedReceipts: [receipt] } },
      forged: [[refECF, refECF + refECF]],
    },
  },
  {
    of: 'a producer with a wrong CPF',
    source: `${moc}; BA14-10 (550)`,
    sale: { item: charged, document: { referencedRuralNotes: [{ ...rural, taxId: '52998224726' }] } },
    refused: { code: 'validation_error', path: 'referencedRuralNotes[0].taxId' },
    authority: {
      cStat: 550,
      mended: { document: { referencedRuralNotes: [rural] } },
      forged: [['<CPF>52998224725', '<CPF>52998224726']],
    },
  },
  {
    of: 'a producer with a wrong CNPJ',
    source: `${moc}; BA13-10 (549)`,
    sale: { item: charged, document: { referencedRuralNotes: [{ ...rural, taxId: '11444777000162' }] } },
    refused: { code: 'validation_error', path: 'referencedRuralNotes[0].taxId' },
    authority: {
      cStat: 549,
      mended: { document: { referencedRuralNotes: [{ ...rural, taxId: '11444777000161' }] } },
      forged: [
        [
          '<refNFP><cUF>35</cUF><AAMM>2610</AAMM><CNPJ>11444777000161',
          '<refNFP><cUF>35</cUF><AAMM>2610</AAMM><CNPJ>11444777000162',
        ],
      ],
    },
  },
  {
    of: 'a producer with the registration of no state',
    source: `${moc}; BA15-10 (551)`,
    sale: { item: charged, document: { referencedRuralNotes: [{ ...rural, stateRegistration: '123' }] } },
    refused: { code: 'validation_error', path: 'referencedRuralNotes[0].stateRegistration' },
    authority: 'the table has the words of another rule at 551: it is not judged',
  },
  {
    of: 'a return refers to items, not to paper',
    source: 'NT 2025.002 v1.52, VC02-14 (321) and VC02-05 (1010)',
    sale: {
      item: {
        ...charged,
        cfop: '5202',
        referencedItem: { accessKey: '35261111444777000161550010000000071123456788', number: 1 },
      },
      document: { purpose: 'RETURN', referencedPaperNotes: [paper] },
    },
    refused: { code: 'validation_error', path: 'referencedPaperNotes' },
    authority: 'rule 1010 is judged in the simulator’s own tests',
  },
];
