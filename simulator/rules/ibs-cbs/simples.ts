import table from '../../../tables/c-ativ-sn.json' with { type: 'json' };
import classes from '../../../tables/c-class-trib.json' with { type: 'json' };
import { hasBegun } from '../../law-calendar.ts';
import { child, textOf } from '../../xml/element.ts';
import { issuedOn, type Item, type Note } from '../note.ts';
import { isOneOf, itemRule, onlyIf, type Rule, type RuleContext } from '../rule.ts';

/** cAtivSN of operations that are not taxed. */
const notTaxed = '90';

/** Kinds of revenue (tpRBSN) that cannot have cAtivSN 90. */
const revenue: ReadonlySet<string> = new Set(table.tpRBSN.filter(({ forbids90 }) => forbids90).map(({ code }) => code));
const kinds: ReadonlyMap<string, string | null> = new Map(
  classes.cClassTrib.map(({ cClassTrib, tpRBSN }) => [cClassTrib, tpRBSN]),
);

/** The only rule of NT 2026.005 v1.00 that is published with its cStat. */
export const simplesRules: readonly Rule[] = onlyIf(areRulesInForce, [
  itemRule(
    1277,
    'UB14-90',
    ({ ibsCbs }) =>
      textOf(ibsCbs, 'cAtivSN') === notTaxed && revenue.has(kinds.get(textOf(ibsCbs, 'cClassTrib') ?? '') ?? ''),
  ),
]);

function areRulesInForce(note: Note, { endpoint }: RuleContext): boolean {
  return hasBegun('SIMPLES_GROUP', endpoint.environment, issuedOn(note));
}

/** Whether an item pays IBS and CBS within Simples alone, so that it has gTribSN in place of gIBSCBS (CRT 1). */
export function paysInSimples({ ibsCbs }: Item, { emit }: Pick<Note, 'emit'>): boolean {
  return isOneOf(emit, 'CRT', '1') && child(ibsCbs, 'gTribSN') !== undefined;
}

/** Whether an item pays the CBS within Simples and the IBS outside it, so that pCBS is zero (CRT 2). */
export function paysCbsInSimples({ ibsCbs }: Item, { emit }: Pick<Note, 'emit'>): boolean {
  return isOneOf(emit, 'CRT', '2') && child(ibsCbs, 'gTribSN', 'gCBSSN') !== undefined;
}
