import { child, textOf } from '../xml/element.ts';
import { amount } from './amount.ts';
import type { Item } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const substituted = ['10', '30', '60', '70', '201', '202', '203', '500'];
const byMargin = '4';

/** Group N: ICMS-ST, which the issuer collects for later sales. */
export const substitutionRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(932, 'N18-10', ({ icms }) => textOf(icms, 'modBCST') === byMargin && child(icms, 'pMVAST') === undefined),
  itemRule(933, 'N18-20', ({ icms }) => child(icms, 'pMVAST') !== undefined && textOf(icms, 'modBCST') !== byMargin),
  itemRule(806, 'N23-10', ({ icms, product }) => isSubstituted(icms) && textOf(product, 'CEST') === undefined),
]);

function isSubstituted(icms: Item['icms']): boolean {
  if (icms?.name === 'ICMSPart') return false;
  if (isOneOf(icms, 'CST', ...substituted) || isOneOf(icms, 'CSOSN', ...substituted)) return true;
  return (isOneOf(icms, 'CST', '90') || isOneOf(icms, 'CSOSN', '900')) && !amount(icms, 'vICMSST').isZero();
}
