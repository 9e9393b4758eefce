import type { TaxFieldName, TaxFields } from '../fields.ts';
import { isFilled, resolveField, type TaxLevel } from './resolve.ts';

/** Codes whose meaning depends on their parameters, and those parameters. */
type OpenCodes = { situation: TaxFieldName; codes: ReadonlySet<string>; parameters: TaxFieldName[] };

const otherOperations: ReadonlySet<string> = new Set(['49', '98', '99']);
/** The fund against poverty is not among them: it belongs to the goods, whatever the situation. */
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
const openCodes: OpenCodes[] = [
  { situation: 'icmsSituation', codes: new Set(['90', '900']), parameters: icmsParameters },
  { situation: 'pisSituation', codes: otherOperations, parameters: ['pisRate'] },
  { situation: 'cofinsSituation', codes: otherOperations, parameters: ['cofinsRate'] },
  { situation: 'ipiSituation', codes: new Set(['49', '99']), parameters: ['ipiRate'] },
];

/**
 * Drops what a lower level says for a code other than the one that won (docs/decisions/0022): the parameters of the codes for "other"
 * operations, which charge only what they are given, and the IBS/CBS pair, where one half decides the other.
 */
export function withoutLeftovers(levels: TaxLevel[]): TaxLevel[] {
  const consistent = openCodes.reduce((sofar, { situation, codes, parameters }) => {
    const chosen = resolveField(sofar, situation)?.value ?? '';
    return codes.has(chosen) ? without(sofar, parameters, (fields) => isAnother(fields[situation], chosen)) : sofar;
  }, levels);
  const first = consistent.find(({ fields }) => ibsCbsSituation(fields));
  if (!first) return consistent;
  const chosen = ibsCbsSituation(first.fields);
  return without(consistent, ['ibsCbsSituation', 'ibsCbsClassification'], (fields) => {
    return isAnother(ibsCbsSituation(fields), chosen ?? '');
  });
}

/** The CST that a level is about: its own, else the one that its cClassTrib begins with. */
function ibsCbsSituation({ ibsCbsSituation, ibsCbsClassification }: TaxFields): string | null {
  if (isFilled(ibsCbsSituation)) return ibsCbsSituation;
  return isFilled(ibsCbsClassification) ? ibsCbsClassification.slice(0, 3) : null;
}

function isAnother(code: string | null | undefined, chosen: string): boolean {
  return isFilled(code) && code !== chosen;
}

function without(levels: TaxLevel[], names: TaxFieldName[], isMeant: (fields: TaxFields) => boolean): TaxLevel[] {
  return levels.map((level) => (isMeant(level.fields) ? { ...level, fields: omit(level.fields, names) } : level));
}

function omit(fields: TaxFields, names: TaxFieldName[]): TaxFields {
  return names.reduce((sofar, name) => ({ ...sofar, [name]: null }), fields);
}
