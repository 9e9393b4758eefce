import type { Element } from '../../xml/element.ts';
import { child, textOf } from '../../xml/element.ts';
import { amount, cents, near } from '../amount.ts';
import type { Item, Note } from '../note.ts';
import type { Rule } from '../rule.ts';
import { itemRule } from '../rule.ts';
import { classificationOf, isInForce } from './classification.ts';
import { classifications, situations } from './tables.ts';

/** Code, id, effective rate and value of each of the three taxes. */
const parts = [
  [1040, 'UB72-10', 'pAliqEfetRegIBSUF', 'vTribRegIBSUF'],
  [1051, 'UB72b-10', 'pAliqEfetRegIBSMun', 'vTribRegIBSMun'],
  [1068, 'UB72d-10', 'pAliqEfetRegCBS', 'vTribRegCBS'],
] as const;

/** Group UB68: what an item would pay if its condition were not fulfilled, as under a suspension (NT 2025.002 v1.52). */
export const regularTaxRules: readonly Rule[] = [
  itemRule(1065, 'UB68-10', (item) => classificationOf(item)?.regularTax === true && regularTaxOf(item) === undefined),
  itemRule(1114, 'UB68-11', (item) => classificationOf(item)?.regularTax === false && regularTaxOf(item) !== undefined),
  regularRule(1066, 'UB69-10', (regular) => !situations.has(textOf(regular, 'CSTReg') ?? '')),
  regularRule(
    1067,
    'UB70-10',
    (regular, _item, note) => !isInForce(classifications.get(textOf(regular, 'cClassTribReg') ?? ''), note),
  ),
  ...parts.map(([cStat, id, rate, value]) =>
    regularRule(cStat, id, (regular, { ibsCbs }) => {
      const due = cents(amount(ibsCbs, 'gIBSCBS', 'vBC').times(amount(regular, rate)).div(100));
      return !near(due, amount(regular, value));
    }),
  ),
];

function regularRule(cStat: number, id: string, breaks: (regular: Element, item: Item, note: Note) => boolean): Rule {
  return itemRule(cStat, id, (item, note) => {
    const regular = regularTaxOf(item);
    return regular !== undefined && breaks(regular, item, note);
  });
}

function regularTaxOf({ ibsCbs }: Item): Element | undefined {
  return child(ibsCbs, 'gIBSCBS', 'gTribRegular');
}
