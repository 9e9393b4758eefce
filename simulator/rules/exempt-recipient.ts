import { child, textOf } from '../xml/element.ts';
import type { Item } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, noteRule, onlyIf } from './rule.ts';

/** States where nobody is a taxpayer exempt from registration. */
const everybodyRegisters = [
  ...['AL', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MG', 'MS', 'MT', 'PB', 'PE', 'RJ', 'RN', 'RS', 'SE', 'SP'],
];
const untaxed = { CST: ['40', '41'], CSOSN: ['103', '300', '400'] };

/** E16a-30: recipients exempt from registration (NT 2025.001 v1.03; within the state in production since 2025-10-13). */
export const exemptRecipientRules: readonly Rule[] = onlyIf(isNfe, [
  noteRule(
    805,
    'E16a-30',
    ({ ide, dest, items }) =>
      isOneOf(dest, 'indIEDest', '2') &&
      isOneOf(ide, 'idDest', '1', '2') &&
      everybodyRegisters.includes(textOf(dest, 'enderDest', 'UF') ?? '') &&
      !items.some(isUnderSubstitution) &&
      !items.every(isUntaxed),
  ),
]);

function isUnderSubstitution({ icms }: Item): boolean {
  return child(icms, 'vICMSST') !== undefined || child(icms, 'vICMSSTRet') !== undefined;
}

function isUntaxed({ icms }: Item): boolean {
  return isOneOf(icms, 'CST', ...untaxed.CST) || isOneOf(icms, 'CSOSN', ...untaxed.CSOSN);
}
