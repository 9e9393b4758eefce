import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { ibsCbs, ibsCbsOfAll, type TaxCase } from './tax-case.ts';

const of1000 = ['vNF = 10 × 100.00 = 1000.00'];
const untaxed: Partial<ItemInput> = { icmsSituation: '40' };
const exempt = { ICMS40: [] };
const gIBSMun = ['pIBSMun = 0.0000', 'vIBSMun = 0.00'];
/** A reduction by zero, which situations with reduced rates must have, too (rule 1074). */
const municipalReducedBy = (percentage: number): string[] => [
  ...['pIBSMun = 0.0000', `pRedAliq = ${percentage}.0000`, `pAliqEfet = 0 × (1 − ${percentage}%) = 0.0000`],
  'vIBSMun = 0.00',
];
const reducedToNothing = ['pRedAliq = 100.0000', 'pAliqEfet = 0 × (1 − 100%) = 0.0000'];

const suspended = {
  gIBSUF: ['pIBSUF = 0.0000', 'vIBSUF = 0.00'],
  gIBSMun,
  gCBS: ['pCBS = 0.0000', 'vCBS = 0.00'],
};

/** IBS and CBS by classification (NT 2025.002 §5 and §6); in 2026 they are not added to the note. */
export const reform: TaxCase[] = [
  {
    of: '000001, which the normal regime has where nobody says otherwise',
    regime: 'NORMAL',
    item: untaxed,
    gives: { ...exempt, ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: '000001 without ICMS, its fund, PIS and COFINS in the base',
    regime: 'NORMAL',
    item: {
      ...{ icmsSituation: '00', icmsRate: '18', fcpRate: '2', ibsCbsSituation: '000' },
      ...{ pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
    },
    gives: {
      ICMS00: [
        ...['vBC = 10 × 100.00 = 1000.00', 'pICMS = 18.0000', 'vICMS = 1000.00 × 18% = 180.00'],
        ...['pFCP = 2.0000', 'vFCP = 1000.00 × 2% = 20.00'],
      ],
      PISAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pPIS = 1.6500', 'vPIS = 820.00 × 1.65% = 13.53'],
      COFINSAliq: ['vBC = 1000.00 − 180.00 = 820.00', 'pCOFINS = 7.6000', 'vCOFINS = 820.00 × 7.6% = 62.32'],
      ...ibsCbs('1000.00 − 180.00 − 20.00 − 13.53 − 62.32 = 724.15', '724.15 × 0.1% = 0.72', '724.15 × 0.9% = 6.52'),
      note: of1000,
    },
  },
  {
    of: '200034, reduced by 60 %',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '200034' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 200034'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 1000.00 × 0.04% = 0.40'],
      gIBSUF: [
        ...['pIBSUF = 0.1000', 'pRedAliq = 60.0000', 'pAliqEfet = 0.1 × (1 − 60%) = 0.0400'],
        'vIBSUF = 1000.00 × 0.04% = 0.40',
      ],
      gIBSMun: municipalReducedBy(60),
      gCBS: [
        ...['pCBS = 0.9000', 'pRedAliq = 60.0000', 'pAliqEfet = 0.9 × (1 − 60%) = 0.3600'],
        'vCBS = 1000.00 × 0.36% = 3.60',
      ],
      note: of1000,
    },
  },
  {
    of: '200047, reduced by 40 %',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '200047' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 200047'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 1000.00 × 0.06% = 0.60'],
      gIBSUF: [
        ...['pIBSUF = 0.1000', 'pRedAliq = 40.0000', 'pAliqEfet = 0.1 × (1 − 40%) = 0.0600'],
        'vIBSUF = 1000.00 × 0.06% = 0.60',
      ],
      gIBSMun: municipalReducedBy(40),
      gCBS: [
        ...['pCBS = 0.9000', 'pRedAliq = 40.0000', 'pAliqEfet = 0.9 × (1 − 40%) = 0.5400'],
        'vCBS = 1000.00 × 0.54% = 5.40',
      ],
      note: of1000,
    },
  },
  {
    of: '200003 at zero rate, which says so',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '200003' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 200003'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 1000.00 × 0% = 0.00'],
      gIBSUF: [
        ...['pIBSUF = 0.1000', 'pRedAliq = 100.0000', 'pAliqEfet = 0.1 × (1 − 100%) = 0.0000'],
        'vIBSUF = 1000.00 × 0% = 0.00',
      ],
      gIBSMun: municipalReducedBy(100),
      gCBS: [
        ...['pCBS = 0.9000', 'pRedAliq = 100.0000', 'pAliqEfet = 0.9 × (1 − 100%) = 0.0000'],
        'vCBS = 1000.00 × 0% = 0.00',
      ],
      note: of1000,
    },
  },
  ...['410004', '410999'].map((ibsCbsClassification): TaxCase => ({
    of: `${ibsCbsClassification}, which is outside both taxes and has no amounts`,
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification },
    gives: { ...exempt, IBSCBS: [`cClassTrib = ${ibsCbsClassification}`], note: of1000 },
  })),
  {
    of: '510001, all of it deferred, the municipal share of nothing too',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '510001' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 510001'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 0.00 + 0.00 = 0.00'],
      gIBSUF: ['pIBSUF = 0.1000', 'pDif = 100.0000', 'vDif = 1000.00 × 0.1% = 1.00', 'vIBSUF = 1.00 − 1.00 = 0.00'],
      gIBSMun: ['pIBSMun = 0.0000', 'pDif = 100.0000', 'vDif = 1000.00 × 0% = 0.00', 'vIBSMun = 0.00 − 0.00 = 0.00'],
      gCBS: ['pCBS = 0.9000', 'pDif = 100.0000', 'vDif = 1000.00 × 0.9% = 9.00', 'vCBS = 9.00 − 9.00 = 0.00'],
      note: of1000,
    },
  },
  {
    of: '515001, reduced by 60 % and what is left deferred',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '515001' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 515001'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 0.00 + 0.00 = 0.00'],
      gIBSUF: [
        ...['pIBSUF = 0.1000', 'pRedAliq = 60.0000', 'pAliqEfet = 0.1 × (1 − 60%) = 0.0400'],
        ...['pDif = 100.0000', 'vDif = 1000.00 × 0.04% = 0.40', 'vIBSUF = 0.40 − 0.40 = 0.00'],
      ],
      gIBSMun: [
        ...['pIBSMun = 0.0000', 'pRedAliq = 60.0000', 'pAliqEfet = 0 × (1 − 60%) = 0.0000'],
        ...['pDif = 100.0000', 'vDif = 1000.00 × 0% = 0.00', 'vIBSMun = 0.00 − 0.00 = 0.00'],
      ],
      gCBS: [
        ...['pCBS = 0.9000', 'pRedAliq = 60.0000', 'pAliqEfet = 0.9 × (1 − 60%) = 0.3600'],
        ...['pDif = 100.0000', 'vDif = 1000.00 × 0.36% = 3.60', 'vCBS = 3.60 − 3.60 = 0.00'],
      ],
      note: of1000,
    },
  },
  {
    of: '550001, suspended, which shows what it would be due',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '550001', ibsCbsRegularClassification: '000001' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 550001'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 0.00'],
      ...suspended,
      gTribRegular: [
        ...['CSTReg = 000', 'cClassTribReg = 000001', 'pAliqEfetRegIBSUF = 0.1000', 'pAliqEfetRegIBSMun = 0.0000'],
        ...['vTribRegIBSUF = 1000.00 × 0.1% = 1.00', 'vTribRegIBSMun = 0.00', 'pAliqEfetRegCBS = 0.9000'],
        'vTribRegCBS = 1000.00 × 0.9% = 9.00',
      ],
      note: of1000,
    },
  },
  {
    of: '200022, at zero rate in a free zone, which would be reduced by 60 %',
    regime: 'NORMAL',
    item: { ...untaxed, ibsCbsClassification: '200022', ibsCbsRegularClassification: '200034' },
    gives: {
      ...exempt,
      IBSCBS: ['cClassTrib = 200022'],
      gIBSCBS: ['vBC = 10 × 100.00 = 1000.00', 'vIBS = 0.00'],
      gIBSUF: ['pIBSUF = 0.0000', ...reducedToNothing, 'vIBSUF = 0.00'],
      gIBSMun: municipalReducedBy(100),
      gCBS: ['pCBS = 0.0000', ...reducedToNothing, 'vCBS = 0.00'],
      gTribRegular: [
        ...['CSTReg = 200', 'cClassTribReg = 200034', 'pAliqEfetRegIBSUF = 0.1 × (1 − 60%) = 0.0400'],
        ...['pAliqEfetRegIBSMun = 0.0000', 'vTribRegIBSUF = 1000.00 × 0.04% = 0.40', 'vTribRegIBSMun = 0.00'],
        ...['pAliqEfetRegCBS = 0.9 × (1 − 60%) = 0.3600', 'vTribRegCBS = 1000.00 × 0.36% = 3.60'],
      ],
      note: of1000,
    },
  },
  {
    of: '000001 of a company of Simples that asks for the group',
    regime: 'SIMPLES',
    item: { icmsSituation: '102', ibsCbsClassification: '000001' },
    gives: { ICMSSN102: [], ...ibsCbsOfAll, note: of1000 },
  },
  {
    of: 'none of a company above the limit of Simples, where nobody asks for it',
    regime: 'SIMPLES_EXCESS',
    item: untaxed,
    gives: { ...exempt, note: of1000 },
  },
];
