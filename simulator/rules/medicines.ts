import { child, textOf } from '../xml/element.ts';
import { chosenByState } from './chosen-by-state.ts';
import type { Item } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

/** Positions of NCM that medicines have. */
const medicines = ['3001', '3002', '3003', '3004', '3005', '3006'];
const otherPurposes = ['2', '3', '4'];
const remote = ['2', '3'];
/** Later delivery, and sale to the order of somebody else. */
const deliveredOtherwise = ['5116', '6116', '5922', '6922', '5118', '6118', '5119', '6119', '5120', '6120'];

/** Group K: medicines, whose lots must be said (NT 2021.004 v1.35, in production since 2022-09-27). */
export const medicineRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(
    840,
    'K01-10',
    ({ product }, note, context) =>
      medicines.includes((textOf(product, 'NCM') ?? '').slice(0, 4)) &&
      child(product, 'med') === undefined &&
      chosenByState('medicines', note, context),
  ),
  itemRule(
    873,
    'K01-20',
    (item, { ide }) =>
      child(item.product, 'med') !== undefined &&
      child(item.product, 'rastro') === undefined &&
      !isOneOf(ide, 'finNFe', ...otherPurposes) &&
      !isOneOf(ide, 'indPres', ...remote) &&
      !isOneOf(ide, 'tpNF', '0') &&
      !isDeliveredOtherwise(item),
  ),
]);

function isDeliveredOtherwise({ product }: Item): boolean {
  return isOneOf(product, 'CFOP', ...deliveredOtherwise);
}
