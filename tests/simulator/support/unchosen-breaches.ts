import { noteRules } from '../../../simulator/rules/index.ts';
import type { Note } from '../../../simulator/rules/note.ts';
import type { RuleContext } from '../../../simulator/rules/rule.ts';

/** The codes of all rules that a note breaks, in the authority's order, without those that its seller chose to break. */
export function unchosenBreaches(note: Note, context: RuleContext, chosen: readonly number[] = []): number[] {
  return noteRules
    .filter((rule) => !chosen.includes(rule.cStat) && rule.broken(note, context) !== undefined)
    .map(({ cStat }) => cStat);
}
