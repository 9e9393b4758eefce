import { child, textOf } from '../xml/element.ts';
import type { Note } from './note.ts';
import type { Rule } from './rule.ts';
import { isOneOf, itemRule, noteRule, onlyIf } from './rule.ts';

const credit = '5';
const debit = '6';
const returned = ['03', '06'];
const presumedCredit = '02';
const presumedCreditSince = '2029-01';

/** Notes of debit and credit, which exist for IBS and CBS only (NT 2025.002, groups B25 and N01). */
export const purposeRules: readonly Rule[] = [
  noteRule(1009, 'B25.1-10', ({ ide }) => textOf(ide, 'finNFe') === debit && child(ide, 'tpNFDebito') === undefined),
  noteRule(1139, 'B25.1-20', ({ ide }) => textOf(ide, 'finNFe') !== debit && child(ide, 'tpNFDebito') !== undefined),
  noteRule(1164, 'B25.2-10', ({ ide }) => textOf(ide, 'finNFe') === credit && child(ide, 'tpNFCredito') === undefined),
  noteRule(1163, 'B25.2-20', ({ ide }) => textOf(ide, 'finNFe') !== credit && child(ide, 'tpNFCredito') !== undefined),
  noteRule(
    1145,
    'B25.2-30',
    ({ ide }) => textOf(ide, 'tpNFCredito') === presumedCredit && (textOf(ide, 'dhEmi') ?? '') < presumedCreditSince,
  ),
  noteRule(1152, 'B11-20', ({ ide }) => isOneOf(ide, 'tpNFCredito', ...returned) && textOf(ide, 'tpNF') !== '0'),
  ...onlyIf(isAdjustment, [
    itemRule(1001, 'N01-10', ({ taxes }) => child(taxes, 'ICMS') !== undefined || child(taxes, 'ISSQN') !== undefined),
  ]),
  ...onlyIf(
    (note) => !isAdjustment(note) && child(note.emit, 'IE') !== undefined,
    [
      itemRule(
        1002,
        'N01-20',
        ({ taxes }) => child(taxes, 'ICMS') === undefined && child(taxes, 'ISSQN') === undefined,
      ),
    ],
  ),
];

function isAdjustment({ ide }: Note): boolean {
  return isOneOf(ide, 'finNFe', credit, debit);
}
