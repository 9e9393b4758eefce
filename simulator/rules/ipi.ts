import { child, textOf } from '../xml/element.ts';
import type { Item } from './note.ts';
import { isNfe, isOneOf, itemRule, onlyIf, type Rule } from './rule.ts';

/** The cEnq of exemption (2), immunity (4) and suspension (5), by the last digit of their situations (CST). */
const grounds = new Map([
  ['2', /^3(?!00)\d\d$/],
  ['4', /^0(?!00)\d\d$/],
  ['5', /^1(?!00)\d\d$/],
]);
const grounded = new Set(['02', '04', '05', '52', '54', '55']);
const otherwise = /^(60[1-8]|999)$/;

/** First and last cEnq of immunity, suspension, exemption, reduction and others (NT 2015.002 v1.41, annex XIV). */
const frameworks = [
  ['001', '007'],
  ['101', '162'],
  ['301', '351'],
  ['601', '608'],
  ['999', '999'],
] as const;

/** Group O: whether the legal framework (cEnq) is there, and goes with the situation. */
export const ipiRules: readonly Rule[] = [
  ...onlyIf(isNfe, [itemRule(387, 'O06-10', hasUnknownFramework)]),
  itemRule(388, 'O09-10', hasOtherFramework),
];

function hasUnknownFramework({ taxes }: Item): boolean {
  const framework = textOf(taxes, 'IPI', 'cEnq');
  if (framework === undefined) return false;
  return !frameworks.some(([first, last]) => first <= framework && framework <= last);
}

function hasOtherFramework({ taxes }: Item): boolean {
  const ipi = child(taxes, 'IPI');
  if (ipi === undefined) return false;
  const situation = textOf(ipi, 'IPITrib', 'CST') ?? textOf(ipi, 'IPINT', 'CST') ?? '';
  const expected = grounded.has(situation) ? grounds.get(situation.slice(1)) : otherwise;
  return expected?.test(textOf(ipi, 'cEnq') ?? '') !== true;
}

/** Group UA: IPI that is returned with the goods, by issuers who do not pay IPI themselves (MOC 7.0 Anexo I). */
export const taxesReturnedRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(
    354,
    'UA01-10',
    ({ det }, { ide }) => child(det, 'impostoDevol') !== undefined && !isOneOf(ide, 'finNFe', '4'),
  ),
]);
