import { child } from '../xml/element.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

/** Group UA: taxes that go back with the goods, for who does not pay IPI himself (MOC 7.0 Anexo I). */
export const taxesReturnedRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(
    354,
    'UA01-10',
    ({ det }, { ide }) => child(det, 'impostoDevol') !== undefined && !isOneOf(ide, 'finNFe', '4'),
  ),
]);
