import { textOf } from '../xml/element.ts';
import { keyDigit } from './check-digits.ts';
import type { Note } from './note.ts';
import { taxIdOf } from './note.ts';
import type { Rule } from './rule.ts';
import { noteRule } from './rule.ts';

/** Codes that are refused because they are not random (rule B03-10). */
const trivial = new Set([
  ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(8)),
  ...Array.from({ length: 10 }, (_, first) =>
    Array.from({ length: 8 }, (_unused, i) => String((first + i) % 10)).join(''),
  ),
]);

/** Access key and Id compared with the fields that they are made of. */
export const accessKeyRules: readonly Rule[] = [
  noteRule(502, 'A03-10', (note) => composed(note) !== note.chNFe.slice(0, 43)),
  noteRule(253, 'B23-10', (note) => {
    const computed = keyDigit(note.chNFe.slice(0, 43));
    return note.key.checkDigit !== computed || textOf(note.ide, 'cDV') !== computed;
  }),
  noteRule(897, 'B03-10', (note) => trivial.has(note.key.cNF) || Number(note.key.cNF) === note.key.number),
];

function composed({ ide, emit }: Note): string {
  const field = (name: string, size: number): string => (textOf(ide, name) ?? '').padStart(size, '0');
  const issued = textOf(ide, 'dhEmi') ?? '';
  return [
    field('cUF', 2),
    issued.slice(2, 4) + issued.slice(5, 7),
    taxIdOf(emit).padStart(14, '0'),
    field('mod', 2),
    field('serie', 3),
    field('nNF', 9),
    field('tpEmis', 1),
    field('cNF', 8),
  ].join('');
}
