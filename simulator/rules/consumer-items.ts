import { child, textOf } from '../xml/element.ts';
import { isForConsumers } from './cfop/purpose.ts';
import { cfopOf, operationOf } from './cfop/table.ts';
import type { Item, Note } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfce, isOneOf, itemRule, onlyIf } from './rule.ts';

const sales = ['5101', '5102', '5103', '5104', '5115', '5910'];
const substitutedSales = ['5405', '5656', '5667', '5910'];
/** CFOP for other outgoing goods: by state that accepts it in consumer notes, the situations that it accepts. */
const others: Readonly<Record<string, readonly string[]>> = { '35': ['40', '900'], '43': ['90', '900'] };
const otherGoods = '5949';

const situations = {
  CST: ['00', '02', '15', '20', '40', '41', '53', '60', '61', '90'],
  CSOSN: ['102', '103', '300', '400', '500', '900'],
};
const substituted = ['60', '500'];
const singlePhase = ['02', '15', '53', '61'];

/** Groups H to UA of a consumer note: what its items may be (MOC 7.0 Anexo I; NT 2026.002). */
export const consumerItemRules: readonly Rule[] = [
  ...onlyIf(isForConsumers, [itemRule(725, 'I08-150', (item, note) => !isConsumerOperation(item, note))]),
  ...onlyIf(isNfce, [
    itemRule(774, 'I17b-10', ({ product }) => textOf(product, 'indTot') === '0'),
    itemRule(1165, 'I05k-10', ({ product }) => child(product, 'tpCredPresIBSZFM') !== undefined),
    itemRule(736, 'J01-10', ({ product }) => child(product, 'veicProd') !== undefined),
    itemRule(738, 'L01-10', ({ product }) => child(product, 'arma') !== undefined),
    itemRule(741, 'N12-50', ({ icms }) => icms?.name === 'ICMSPart'),
    itemRule(740, 'N12-60', ({ icms }) => icms?.name === 'ICMSST'),
    itemRule(766, 'N12-30', ({ icms }) => has(icms, 'CST') && !isOneOf(icms, 'CST', ...situations.CST)),
    itemRule(381, 'N12-34', ({ icms }) => textOf(icms, 'CST') === '90' && has(icms, 'modBCST')),
    itemRule(382, 'N12-40', (item, note) => has(item.icms, 'CST') && !fitsOperation(item, note)),
    itemRule(383, 'N12a-20', ({ icms }) => has(icms, 'CSOSN') && !isOneOf(icms, 'CSOSN', ...situations.CSOSN)),
    itemRule(385, 'N12a-34', ({ icms }) => textOf(icms, 'CSOSN') === '900' && has(icms, 'modBCST')),
    itemRule(386, 'N12a-40', (item, note) => has(item.icms, 'CSOSN') && !fitsOperation(item, note)),
    itemRule(807, 'NA01-10', ({ taxes }) => has(taxes, 'ICMSUFDest')),
    itemRule(746, 'R01-10', ({ taxes }) => has(taxes, 'PISST')),
    itemRule(749, 'T01-10', ({ taxes }) => has(taxes, 'COFINSST')),
    itemRule(390, 'UA01-20', ({ det }) => has(det, 'impostoDevol')),
  ]),
];

function isConsumerOperation(item: Item, note: Note): boolean {
  return operationOf(item, note)?.nfce === true || isOtherGoods(item, note);
}

/** Whether the CFOP is one that the situation of its ICMS allows in a consumer note. */
function fitsOperation(item: Item, note: Note): boolean {
  if (singlePhase.includes(situation(item)) || isOtherGoods(item, note)) return true;
  return (substituted.includes(situation(item)) ? substitutedSales : sales).includes(cfopOf(item));
}

function isOtherGoods(item: Item, { key }: Note): boolean {
  return cfopOf(item) === otherGoods && (others[key.cUF] ?? []).includes(situation(item));
}

function situation({ icms }: Item): string {
  return textOf(icms, 'CST') ?? textOf(icms, 'CSOSN') ?? '';
}

function has(element: Item['icms'], name: string): boolean {
  return child(element, name) !== undefined;
}
