import { noBenefitCode } from '../benefits/codes.ts';
import type { Fields, TaxFieldName, TaxFields } from '../fields.ts';
import { isFilled, type Level, resolveField, type TaxLevel } from './resolve.ts';

/** Codes whose meaning depends on their parameters, and the names of these parameters. */
type OpenCodes<Name> = { situation: Name; codes: ReadonlySet<string>; parameters: Name[] };

/** CST of PIS and COFINS for "other" operations, which charge only what a level gives. */
export const otherOperations: ReadonlySet<string> = new Set(['49', '98', '99']);
/** Fields that belong to one situation: a benefit of goods that are exempt says nothing about the same goods when they are taxed. */
const benefitsOfSituation: TaxFieldName[] = [
  'icmsExemptedRate',
  'icmsExemptionReason',
  'icmsExemptionDeducted',
  'icmsStExemptionReason',
  'icmsRedBcBenefitCode',
];
/** Fields that belong to an ICMS code. The fund against poverty is not among them: it belongs to the goods, whatever the situation. */
const icmsParameters: TaxFieldName[] = [
  'icmsRate',
  'icmsRedBc',
  'icmsSnCreditRate',
  'icmsStModBc',
  'icmsStMva',
  'icmsStRate',
  'icmsStRedBc',
  'fcpStRate',
];
const openCodes: OpenCodes<TaxFieldName>[] = [
  { situation: 'icmsSituation', codes: new Set(['90', '900']), parameters: icmsParameters },
  { situation: 'pisSituation', codes: otherOperations, parameters: ['pisRate'] },
  { situation: 'cofinsSituation', codes: otherOperations, parameters: ['cofinsRate'] },
  { situation: 'ipiSituation', codes: new Set(['49', '99']), parameters: ['ipiRate'] },
];

/**
 * Drops what a lower level gives for another code than the one that wins (docs/decisions/0022): the parameters of codes for "other" operations, which
 * charge only what a level gives; benefits of another situation; and situation and class of IBS/CBS, of its regular taxation and of the selective
 * tax, where one half of the pair decides the other.
 */
export function withoutLeftovers(levels: TaxLevel[]): TaxLevel[] {
  const ofSituation = withoutOtherBenefits(withoutOtherParameters(levels, openCodes));
  const ofClass = withoutOtherClass(ofSituation, [...classPair, ...regularPair]);
  const ofRegular = withoutOtherHalf(withoutOtherRegular(ofClass), ...regularPair);
  return withoutOtherHalf(ofRegular, 'selectiveTaxSituation', 'selectiveTaxClassification');
}

/** Drops benefits that a level gives for another situation. Only the code for "no benefit" holds for every situation. */
function withoutOtherBenefits(levels: TaxLevel[]): TaxLevel[] {
  const chosen = resolveField(levels, 'icmsSituation')?.value ?? '';
  const isOther = ({ icmsSituation }: TaxFields) => chosen !== '' && isAnother(icmsSituation, chosen);
  const isCode = ({ benefitCode }: TaxFields) => benefitCode !== noBenefitCode;
  const kept = without(levels, benefitsOfSituation, isOther);
  return without(kept, ['benefitCode'], (fields) => isOther(fields) && isCode(fields));
}

const classPair: TaxFieldName[] = ['ibsCbsSituation', 'ibsCbsClassification'];
const regularPair = ['ibsCbsRegularSituation', 'ibsCbsRegularClassification'] as const satisfies TaxFieldName[];

/** Drops the regular taxation that a lower level gives for another class, even if both classes have the same situation. */
function withoutOtherRegular(levels: TaxLevel[]): TaxLevel[] {
  const chosen = resolveField(levels, 'ibsCbsClassification')?.value;
  if (!chosen) return levels;
  return without<TaxFieldName>(levels, [...regularPair], ({ ibsCbsClassification }) =>
    isAnother(ibsCbsClassification, chosen),
  );
}

/** The first level that gives either half of a pair decides both halves, because a class begins with its situation. */
function withoutOtherHalf(levels: TaxLevel[], situation: TaxFieldName, classification: TaxFieldName): TaxLevel[] {
  const saidBy = (fields: TaxFields) => {
    const [half, code] = [fields[situation], fields[classification]];
    if (isFilled(half)) return half;
    return isFilled(code) ? code.slice(0, 3) : null;
  };
  const chosen = levels.map(({ fields }) => saidBy(fields)).find(isFilled);
  if (!chosen) return levels;
  return without(levels, [situation, classification], (fields) => isAnother(saidBy(fields), chosen));
}

/** Drops parameters that a lower level gives for another code, where the code that wins is an open one. */
export function withoutOtherParameters<Name extends string>(
  levels: Level<Name>[],
  open: OpenCodes<Name>[],
): Level<Name>[] {
  return open.reduce((sofar, { situation, codes, parameters }) => {
    const chosen = resolveField(sofar, situation)?.value ?? '';
    return codes.has(chosen) ? without(sofar, parameters, (fields) => isAnother(fields[situation], chosen)) : sofar;
  }, levels);
}

/** Drops the fields `names`, which belong to an IBS/CBS class, where a lower level is about another situation than the one that wins. */
export function withoutOtherClass<Name extends string>(
  levels: Level<Name | ClassName>[],
  names: (Name | ClassName)[],
): Level<Name | ClassName>[] {
  const first = levels.find(({ fields }) => ibsCbsSituation(fields));
  if (!first) return levels;
  const chosen = ibsCbsSituation(first.fields);
  return without(levels, names, (fields) => isAnother(ibsCbsSituation(fields), chosen ?? ''));
}

type ClassName = 'ibsCbsSituation' | 'ibsCbsClassification';

/** The CST that a level is about: its own, else the first three digits of its cClassTrib. */
function ibsCbsSituation({ ibsCbsSituation, ibsCbsClassification }: Fields<ClassName>): string | null {
  if (isFilled(ibsCbsSituation)) return ibsCbsSituation;
  return isFilled(ibsCbsClassification) ? ibsCbsClassification.slice(0, 3) : null;
}

function isAnother(code: string | null | undefined, chosen: string): boolean {
  return isFilled(code) && code !== chosen;
}

/** The levels without the fields `names`, in those levels for which `isMeant` holds. */
export function without<Name extends string>(
  levels: Level<Name>[],
  names: Name[],
  isMeant: (fields: Fields<Name>) => boolean,
): Level<Name>[] {
  return levels.map((level) => (isMeant(level.fields) ? { ...level, fields: omit(level.fields, names) } : level));
}

function omit<Name extends string>(fields: Fields<Name>, names: Name[]): Fields<Name> {
  const kept: Fields<Name> = { ...fields };
  for (const name of names) kept[name] = null;
  return kept;
}
