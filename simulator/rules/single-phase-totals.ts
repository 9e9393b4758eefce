import { amount, near, sum } from './amount.ts';
import type { Note } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfe, noteRule, onlyIf } from './rule.ts';

/** Group W: totals of single-phase ICMS (NT 2023.001 v1.60); what is not said counts as zero. */
export const singlePhaseTotalRules: readonly Rule[] = [
  ...onlyIf(isNfe, [
    noteRule(700, 'W06b.1-10', (note) => !isSumOfQuantities(note, 'qBCMono')),
    noteRule(967, 'W06c-10', (note) => !isSum(note, 'vICMSMono')),
    noteRule(723, 'W06c.1-10', (note) => !isSumOfQuantities(note, 'qBCMonoReten')),
    noteRule(968, 'W06d-10', (note) => !isSum(note, 'vICMSMonoReten')),
  ]),
  noteRule(744, 'W06d.1-10', (note) => !isSumOfQuantities(note, 'qBCMonoRet')),
  noteRule(969, 'W06e-10', (note) => !isSum(note, 'vICMSMonoRet')),
];

function isSum(note: Note, name: string): boolean {
  return amount(note.icmsTotal, name).eq(ofItems(note, name));
}

/** The rules about quantities tolerate one hundredth. */
function isSumOfQuantities(note: Note, name: string): boolean {
  return near(amount(note.icmsTotal, name), ofItems(note, name));
}

function ofItems({ items }: Note, name: string): ReturnType<typeof sum> {
  return sum(items.map(({ icms }) => amount(icms, name)));
}
