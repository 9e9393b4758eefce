import { noteRules } from '../../../simulator/rules/index.ts';
import type { Note } from '../../../simulator/rules/note.ts';
import type { RuleContext } from '../../../simulator/rules/rule.ts';

/** The codes of all rules that a note breaks by other faults than its seller chose, in the order of the authority. */
export function unchosenBreaches(note: Note, context: RuleContext, chosen: readonly number[] = []): number[] {
  return noteRules
    .filter((rule) => !chosen.includes(rule.cStat) && rule.broken(note, context) !== undefined)
    .map(({ cStat }) => cStat);
}
