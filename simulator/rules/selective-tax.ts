import table from '../../tables/selective-tax.json' with { type: 'json' };
import { child, type Element, textOf } from '../xml/element.ts';
import { amount, near, sum } from './amount.ts';
import type { Item, Note } from './note.ts';
import { chosenByState, itemRule, noteRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

const taxed = '000';
const situations: ReadonlySet<string> = new Set(table.situations.map(({ code }) => code));
const classes: ReadonlySet<string> = new Set(table.classes.map(({ code }) => code));
/** NCM of tobacco and alcoholic drinks, by the headings that UB07-10 lists. */
const byUnit = /^(240[1-4]|220[34568])/;

/**
 * NT 2025.002 v1.52 puts the rules about the group off without a date ("implementação futura"), except 1073 and 1117; here each state can
 * be told to apply them.
 */
const areRulesApplied = (note: Note, context: RuleContext): boolean => chosenByState('selectiveTax', note, context);

/** Group UB01: the selective tax of each item. The composition of its base (1103) is not checked. */
export const selectiveTaxRules: readonly Rule[] = onlyIf(areRulesApplied, [
  itemRule(1014, 'UB02-10', (item) => has(item) && !situations.has(textOf(groupOf(item), 'CSTIS') ?? '')),
  itemRule(1015, 'UB03-10', (item) => has(item) && !classes.has(textOf(groupOf(item), 'cClassTribIS') ?? '')),
  itemRule(1016, 'UB06-10', (item) => isTaxed(item) && saysNone(item, 'pIS') && saysNone(item, 'adRemIS')),
  itemRule(
    1017,
    'UB07-10',
    (item) => isTaxed(item) && byUnit.test(textOf(item.product, 'NCM') ?? '') && saysNone(item, 'adRemIS'),
  ),
  itemRule(
    1018,
    'UB08-10',
    (item) => isTaxed(item) && (child(groupOf(item), 'uTrib') === undefined || saysNone(item, 'qTrib')),
  ),
  itemRule(1019, 'UB11-10', (item) => isTaxed(item) && saysNone(item, 'adRemIS') && !isComputed(groupOf(item))),
]);

/** Group W31: the note has ISTot if and only if an item has the group. */
export const selectiveTaxTotalRules: readonly Rule[] = [
  noteRule(1073, 'W31-10', (note) => totalOf(note) !== undefined && !note.items.some(has)),
  noteRule(1117, 'W31-20', (note) => totalOf(note) === undefined && note.items.some(has)),
  ...onlyIf(areRulesApplied, [
    noteRule(
      1075,
      'W33-10',
      (note) =>
        totalOf(note) !== undefined &&
        !amount(totalOf(note), 'vIS').eq(sum(note.items.map((item) => amount(groupOf(item), 'vIS')))),
    ),
  ]),
];

function groupOf({ taxes }: Item): Element | undefined {
  return child(taxes, 'IS');
}

function totalOf({ total }: Note): Element | undefined {
  return child(total, 'ISTot');
}

function has(item: Item): boolean {
  return groupOf(item) !== undefined;
}

function isTaxed(item: Item): boolean {
  return textOf(groupOf(item), 'CSTIS') === taxed;
}

function saysNone(item: Item, name: string): boolean {
  return amount(groupOf(item), name).isZero();
}

/**
 * Whether the tax is base times rate by value. Rates by unit are not checked: the text divides them by a hundred, too, which makes no sense
 * for reais.
 */
function isComputed(group: Element | undefined): boolean {
  return near(amount(group, 'vIS'), amount(group, 'vBCIS').times(amount(group, 'pIS')).div(100));
}
