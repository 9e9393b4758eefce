import type { TaxFieldName } from '../fields.ts';
import type { Operation } from '../operation.ts';

/**
 * What an ICMS situation means for a line. `own`: the operation's ICMS is charged, deferred, charged where a rate is given, only presumed in order to
 * find the substitution, or absent. `substitution`, `credit` (LC 123 art. 23) and `reduction` must, may or cannot be there.
 */
export type IcmsSituation = {
  /** `BOTH`: a CST that companies in Simples use, too (rule N12-20). */
  table: 'CST' | 'CSOSN' | 'BOTH';
  own: 'CHARGED' | 'DEFERRED' | 'OPTIONAL' | 'PRESUMED' | 'NONE';
  substitution: 'REQUIRED' | 'OPTIONAL' | 'NONE';
  credit: 'REQUIRED' | 'OPTIONAL' | 'NONE';
  reduction: 'REQUIRED' | 'OPTIONAL' | 'NONE';
  /** Whether the ICMS was collected before by substitution, on behalf of the own state; another state's share is still due (rule NA01-20). */
  isCollected: boolean;
  /** Reasons (motDesICMS) for which the own ICMS may be exempted; empty where the situation exempts nothing (PL_010f). */
  exemptionReasons: readonly string[];
  /** Whether a part of the substitution may be exempted, too. */
  exemptsSubstitution: boolean;
  /** Whether a reduced base may name a benefit of its own (cBenefRBC). */
  namesReduction: boolean;
  /**
   * ICMS of fuels, charged once by quantity: the issuer's own, the own with what is retained for the biofuel, deferred, or collected before; null for
   * other goods.
   */
  singlePhase: 'OWN' | 'RETAINED' | 'DEFERRED' | 'COLLECTED' | null;
};

const nothing: Omit<IcmsSituation, 'table'> = {
  own: 'NONE',
  substitution: 'NONE',
  credit: 'NONE',
  reduction: 'NONE',
  isCollected: false,
  exemptionReasons: [],
  exemptsSubstitution: false,
  namesReduction: false,
  singlePhase: null,
};

/** Reasons (motDesICMSST) for which substitution may be exempted. */
export const substitutionExemptionReasons: readonly string[] = ['3', '9', '12'];
const exempt = { exemptionReasons: ['1', '3', '4', '5', '6', '7', '8', '9', '10', '11', '16', '90'] };
const reducedWithSubstitution = { exemptionReasons: ['3', '9', '12'], exemptsSubstitution: true };
const cst: IcmsSituation = { table: 'CST', ...nothing };
const csosn: IcmsSituation = { table: 'CSOSN', ...nothing };
const fuel: IcmsSituation = { table: 'BOTH', ...nothing };

/** The situations that a note can have (MOC 7.0 Anexo I, groups N02 to N10h). */
export const icmsSituations: ReadonlyMap<string, IcmsSituation> = new Map([
  ['00', { ...cst, own: 'CHARGED' }],
  ['02', { ...fuel, singlePhase: 'OWN' }],
  ['10', { ...cst, own: 'CHARGED', substitution: 'REQUIRED', exemptsSubstitution: true }],
  ['15', { ...fuel, singlePhase: 'RETAINED' }],
  ['20', { ...cst, own: 'CHARGED', reduction: 'REQUIRED', exemptionReasons: ['3', '9', '10', '11', '12'] }],
  ['30', { ...cst, substitution: 'REQUIRED', exemptionReasons: ['6', '7', '9'] }],
  ['40', { ...cst, ...exempt }],
  ['41', { ...cst, ...exempt }],
  ['50', { ...cst, ...exempt }],
  ['51', { ...cst, own: 'DEFERRED', reduction: 'OPTIONAL', namesReduction: true }],
  ['53', { ...fuel, singlePhase: 'DEFERRED' }],
  ['60', { ...cst, isCollected: true }],
  ['61', { ...fuel, singlePhase: 'COLLECTED' }],
  ['70', { ...cst, own: 'CHARGED', reduction: 'REQUIRED', substitution: 'REQUIRED', ...reducedWithSubstitution }],
  [
    '90',
    {
      ...cst,
      own: 'OPTIONAL',
      reduction: 'OPTIONAL',
      substitution: 'OPTIONAL',
      namesReduction: true,
      ...reducedWithSubstitution,
    },
  ],
  ['101', { ...csosn, credit: 'REQUIRED' }],
  ['102', csosn],
  ['103', csosn],
  ['201', { ...csosn, own: 'PRESUMED', substitution: 'REQUIRED', credit: 'REQUIRED' }],
  ['202', { ...csosn, own: 'PRESUMED', substitution: 'REQUIRED' }],
  ['203', { ...csosn, own: 'PRESUMED', substitution: 'REQUIRED' }],
  ['300', csosn],
  ['400', csosn],
  ['500', { ...csosn, isCollected: true }],
  ['900', { ...csosn, own: 'OPTIONAL', reduction: 'OPTIONAL', substitution: 'OPTIONAL', credit: 'OPTIONAL' }],
]);

/** CST whose ICMS may be parted, all of them with ICMS-ST, and the reasons for which it may be exempted (ICMSPart, PL_010f v1.04). */
const parted = { reasons: ['9', '10', '11'], situations: new Set(['10', '20', '90']) };

/** Whether the ICMS of a situation may be parted between two states (ICMSPart). */
export function mayBeParted(code: string): boolean {
  return parted.situations.has(code);
}

/** What a situation means for a line. Parted ICMS changes CST 20, which then has substitution, and CST 90. */
export function icmsSituationOf(code: string, { partition }: Pick<Operation, 'partition'>): IcmsSituation | undefined {
  const found = icmsSituations.get(code);
  if (!found || !partition || !mayBeParted(code) || code === '10') return found;
  return {
    ...found,
    substitution: code === '20' ? 'REQUIRED' : found.substitution,
    exemptionReasons: parted.reasons,
    namesReduction: false,
  };
}

/** The fields that a situation uses; the resolution drops all others. */
export function icmsFieldsOf({
  table,
  own,
  substitution,
  credit,
  reduction,
  isCollected,
  singlePhase,
  ...benefits
}: IcmsSituation): TaxFieldName[] {
  const fields: TaxFieldName[] = ['icmsOrigin', 'icmsSituation'];
  if (own !== 'NONE') fields.push('icmsRate');
  if (table === 'CST' && (own === 'CHARGED' || own === 'OPTIONAL' || isCollected)) fields.push('fcpRate');
  if (singlePhase) fields.push('icmsMonoRate');
  if (singlePhase === 'RETAINED') {
    fields.push('icmsMonoRetainedRate', 'icmsMonoReductionRate', 'icmsMonoReductionReason');
  }
  if (own === 'DEFERRED' || singlePhase === 'DEFERRED') fields.push('icmsDeferralRate');
  if (reduction !== 'NONE') fields.push('icmsRedBc');
  if (credit !== 'NONE') fields.push('icmsSnCreditRate');
  if (substitution !== 'NONE') fields.push('icmsStModBc', 'icmsStMva', 'icmsStRate', 'icmsStRedBc', 'fcpStRate');
  if (benefits.exemptionReasons.length > 0) {
    fields.push('icmsExemptedRate', 'icmsExemptionReason', 'icmsExemptionDeducted');
  }
  if (benefits.exemptsSubstitution) fields.push('icmsStExemptionReason');
  if (benefits.namesReduction) fields.push('icmsRedBcBenefitCode');
  return fields;
}
