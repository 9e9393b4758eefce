import { child } from '../../xml/element.ts';
import { amount } from '../amount.ts';
import { cfopOf } from '../cfop/table.ts';
import type { Item } from '../note.ts';
import { has } from '../party.ts';
import type { Rule } from '../rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from '../rule.ts';

const suframa = '7';
const deducted = '1';
/** Operations with the free zone of Manaus (N28-20, NT 2019.001 v1.70). */
const withFreeZone = [
  ...['1203', '1204', '1208', '1209', '2203', '2204', '2208', '2209', '5109', '5110', '5120', '5151', '5152'],
  ...['5651', '5652', '5654', '5655', '5658', '5659', '5910', '6905', '6109', '6110', '6120', '6122', '6123'],
  ...['6151', '6152', '6651', '6652', '6654', '6655', '6658', '6659', '6910', '6923'],
];

/** Group N: ICMS that is not charged (vICMSDeson) and why (MOC 7.0 Anexo I, N28-10 to N28-30; NT 2023.004 v1.20). */
export const exemptedIcmsRules: readonly Rule[] = [
  itemRule(625, 'N28-10', (item, { dest }) => isForFreeZone(item) && !/^[12]/.test(cfopOf(item)) && !has(dest, 'ISUF')),
  ...onlyIf(isNfe, [
    itemRule(652, 'N28-12', (item) => isForFreeZone(item) && !isOneOf(item.icms, 'indDeduzDeson', deducted)),
    itemRule(626, 'N28-20', (item) => isForFreeZone(item) && !withFreeZone.includes(cfopOf(item))),
  ]),
  itemRule(627, 'N28-30', ({ icms }) => child(icms, 'motDesICMS') !== undefined && !amount(icms, 'vICMSDeson').gt(0)),
];

function isForFreeZone({ icms }: Item): boolean {
  return isOneOf(icms, 'motDesICMS', suframa);
}
