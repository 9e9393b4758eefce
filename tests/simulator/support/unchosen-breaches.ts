import { noteRules } from '../../../simulator/rules/index.ts';
import type { Note } from '../../../simulator/rules/note.ts';
import type { RuleContext } from '../../../simulator/rules/rule.ts';

/**
 * What a seller alone can say, whatever the note is computed of: benefits of the state and how far a tax is deferred
 * (N12-85, N12-97), and what an individual entrepreneur may do (N12a-80 to N12a-91).
 */
const chosenBySeller: readonly number[] = [930, 929, 782, 337];

/** The codes of all rules that a note breaks by other faults than its seller's, in the order of the authority. */
export function unchosenBreaches(note: Note, context: RuleContext, alsoChosen: readonly number[] = []): number[] {
  const chosen = [...chosenBySeller, ...alsoChosen];
  return noteRules
    .filter((rule) => !chosen.includes(rule.cStat) && rule.broken(note, context) !== undefined)
    .map(({ cStat }) => cStat);
}
