import { textOf } from '../xml/element.ts';
import type { Rule } from './rule.ts';
import { isNfce, isNfe, noteRule, onlyIf } from './rule.ts';

const simplified = '6';

/** Group ZX: the QR code, which only consumer notes and the simplified DANFE carry. */
export const supplementRules: readonly Rule[] = [
  ...onlyIf(isNfe, [
    noteRule(393, 'ZX01-10', ({ ide, supplement }) => textOf(ide, 'tpImp') !== simplified && supplement !== undefined),
    noteRule(
      394,
      'ZX02-10',
      ({ ide, supplement }) => textOf(ide, 'tpImp') === simplified && !textOf(supplement, 'qrCode'),
    ),
  ]),
  ...onlyIf(isNfce, [noteRule(394, 'ZX02-10', ({ supplement }) => !textOf(supplement, 'qrCode'))]),
];
