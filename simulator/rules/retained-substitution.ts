import { child } from '../xml/element.ts';
import { chosenByState } from './chosen-by-state.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const situations = [
  { field: 'CST', code: '60', onResale: 'N12-81', onFinalSale: 'N12-82' },
  { field: 'CSOSN', code: '500', onResale: 'N12a-50', onFinalSale: 'N12a-60' },
] as const;

/** Groups N26 and N33: what was retained on goods that had ICMS-ST before, and their effective ICMS (NT 2018.005 v1.52). */
export const retainedSubstitutionRules: readonly Rule[] = situations.flatMap(
  ({ field, code, onResale, onFinalSale }) => [
    // The first value of the group suffices: the schema ties the others to it.
    ...onlyIf(isNfe, [
      itemRule(
        938,
        onResale,
        ({ icms }, note, context) =>
          isOneOf(icms, field, code) &&
          isOneOf(note.ide, 'indFinal', '0') &&
          child(icms, 'vBCSTRet') === undefined &&
          chosenByState('retainedSubstitution', note, context),
      ),
    ]),
    itemRule(
      906,
      onFinalSale,
      ({ icms }, note, context) =>
        isOneOf(icms, field, code) &&
        isOneOf(note.ide, 'indFinal', '1') &&
        child(icms, 'vBCEfet') === undefined &&
        chosenByState('effectiveIcms', note, context),
    ),
  ],
);
