import table from '../../../tables/c-class-trib.json' with { type: 'json' };
import { child, textOf } from '../../xml/element.ts';
import { amount } from '../amount.ts';
import { issuedOn, type Item, type Note } from '../note.ts';
import { isNfce, isNfe, isOneOf, itemRule, onlyIf, type Rule } from '../rule.ts';

const credits = new Map(table.cCredPres.map((row) => [row.cCredPres.padStart(2, '0'), row]));
/** Classifications that may not have the group. Those whose mark is not known may have it. */
const withoutGroup = new Set(
  table.cClassTrib.flatMap((row) => (row.ind_gCredPresOper === '0' ? [row.cClassTrib] : [])),
);
const usedGoods = '04';
/** First year in which IBS may be credited under a condition, whatever the credit. */
const conditionalIbsFrom = '2033';
const conditionalCbsFrom = '2027';

/**
 * Group UB120: presumed credits that the issuer takes in the note (NT 2025.002 v1.52, UB120-10 to UB131-10). A credit counts as one of a
 * tax only from the day on which the table lets it begin. The published texts of 1056 and 1060 differ on whether year and code must both
 * hold: here one is enough.
 */
export const presumedCreditRules: readonly Rule[] = [
  ...onlyIf(isNfce, [
    itemRule(1049, 'UB120-10', (item) => groupOf(item) !== undefined),
    itemRule(1138, 'UB131-10', ({ ibsCbs }) => child(ibsCbs, 'gCredPresIBSZFM') !== undefined),
  ]),
  ...onlyIf(isNfe, [
    itemRule(
      1175,
      'UB120-20',
      (item) =>
        groupOf(item) !== undefined && !isUsed(item) && withoutGroup.has(textOf(item.ibsCbs, 'cClassTrib') ?? ''),
    ),
    itemRule(1055, 'UB122-10', (item) => groupOf(item) !== undefined && creditOf(item) === undefined),
    itemRule(
      1053,
      'UB123-10',
      (item, note) => says(item, 'gIBSCredPres') && !isUsed(item) && !gives(item, note, 'IBS'),
    ),
    itemRule(1054, 'UB123-20', (item, note) => lacks(item, 'gIBSCredPres') && gives(item, note, 'IBS')),
    itemRule(1107, 'UB125-10', (item) => exceedsPrice(item, 'gIBSCredPres')),
    itemRule(1056, 'UB126-10', (item, note) => isConditional(item, note, 'gIBSCredPres', conditionalIbsFrom)),
    itemRule(
      1050,
      'UB127-10',
      (item, note) => says(item, 'gCBSCredPres') && !isUsed(item) && !gives(item, note, 'CBS'),
    ),
    itemRule(1058, 'UB127-20', (item, note) => lacks(item, 'gCBSCredPres') && gives(item, note, 'CBS')),
    itemRule(1124, 'UB129-10', (item) => exceedsPrice(item, 'gCBSCredPres')),
    itemRule(1060, 'UB130-10', (item, note) => isConditional(item, note, 'gCBSCredPres', conditionalCbsFrom)),
  ]),
];

/** What a credit takes off the IBS of its item (UB54a). */
export function creditOffIbs(item: Item): ReturnType<typeof amount> {
  const isTaken = creditOf(item)?.ind_DeduzCredPres === '1';
  return amount(isTaken ? groupOf(item) : undefined, 'gIBSCredPres', 'vCredPres');
}

function groupOf({ ibsCbs }: Item): ReturnType<typeof child> {
  return child(ibsCbs, 'gCredPresOper');
}

function creditOf(item: Item): (typeof table.cCredPres)[number] | undefined {
  return credits.get(textOf(groupOf(item), 'cCredPres') ?? '');
}

function says(item: Item, group: string): boolean {
  return child(groupOf(item), group) !== undefined;
}

function lacks(item: Item, group: string): boolean {
  return groupOf(item) !== undefined && !says(item, group);
}

function gives(item: Item, note: Note, tax: 'IBS' | 'CBS'): boolean {
  const credit = creditOf(item);
  const [mark, from] =
    tax === 'IBS' ? [credit?.ind_gIBSCredPres, credit?.dIniVigIBS] : [credit?.ind_gCBSCredPres, credit?.dIniVigCBS];
  return mark === '1' && typeof from === 'string' && from <= issuedOn(note);
}

function exceedsPrice(item: Item, group: string): boolean {
  const isOfUsedGoods = isOneOf(groupOf(item), 'cCredPres', usedGoods);
  return isOfUsedGoods && amount(groupOf(item), group, 'vCredPres').gt(amount(item.product, 'vProd'));
}

function isConditional(item: Item, note: Note, group: string, from: string): boolean {
  const isSaid = child(child(groupOf(item), group), 'vCredPresCondSus') !== undefined;
  return isSaid && issuedOn(note) < from && !isOneOf(groupOf(item), 'cCredPres', usedGoods);
}

function isUsed({ product }: Item): boolean {
  return isOneOf(product, 'indBemMovelUsado', '1');
}
