import { child, textOf } from '../xml/element.ts';
import type { Item } from './note.ts';
import type { Rule } from './rule.ts';
import { itemRule } from './rule.ts';

/** Legal frameworks (cEnq) of exemption, immunity and suspension by the last digit of their situations. */
const grounds = new Map([
  ['2', /^3(?!00)\d\d$/],
  ['4', /^0(?!00)\d\d$/],
  ['5', /^1(?!00)\d\d$/],
]);
const grounded = new Set(['02', '04', '05', '52', '54', '55']);
const otherwise = /^(60[1-8]|999)$/;

/** Group O: whether the situation has the legal framework that it names. */
export const ipiRules: readonly Rule[] = [itemRule(388, 'O09-10', hasOtherFramework)];

function hasOtherFramework({ taxes }: Item): boolean {
  const ipi = child(taxes, 'IPI');
  if (ipi === undefined) return false;
  const situation = textOf(ipi, 'IPITrib', 'CST') ?? textOf(ipi, 'IPINT', 'CST') ?? '';
  const expected = grounded.has(situation) ? grounds.get(situation.slice(1)) : otherwise;
  return expected?.test(textOf(ipi, 'cEnq') ?? '') !== true;
}
