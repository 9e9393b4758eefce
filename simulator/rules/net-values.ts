import { hasBegun } from '../law-calendar.ts';
import { child } from '../xml/element.ts';
import { amount, near, sum } from './amount.ts';
import { issuedOn, type Note } from './note.ts';
import { isOneOf, itemRule, noteRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

const areRulesInForce = (note: Note, { endpoint }: RuleContext): boolean =>
  hasBegun('NET_VALUES', endpoint.environment, issuedOn(note));

/** Group I of NT 2026.008 v1.00: the net value of goods, if an item has it. */
export const netValueRules: readonly Rule[] = onlyIf(areRulesInForce, [
  itemRule(
    1279,
    'I11c-20',
    ({ product }, { ide }) =>
      child(product, 'vProdLiq') !== undefined &&
      isOneOf(ide, 'finNFe', '1') &&
      !near(amount(product, 'vUnComLiq').times(amount(product, 'qCom')), amount(product, 'vProdLiq')),
  ),
]);

/** Group W: the total of net values, if items have them. */
export const netTotalRules: readonly Rule[] = onlyIf(areRulesInForce, [
  noteRule(
    1282,
    'W01a-10',
    ({ total, items }) =>
      child(total, 'vProdLiqTot') === undefined && items.some(({ product }) => child(product, 'vProdLiq')),
  ),
  noteRule(
    1283,
    'W01a-20',
    ({ total, items }) =>
      child(total, 'vProdLiqTot') !== undefined &&
      !amount(total, 'vProdLiqTot').eq(sum(items.map(({ product }) => amount(product, 'vProdLiq')))),
  ),
]);
