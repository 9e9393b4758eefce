import { textOf } from '../../xml/element.ts';
import type { Item } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isNfce, isNfe, isOneOf, itemRule, onlyIf } from '../rule.ts';
import { cfopOf } from './table.ts';

const entrepreneur = '4';
const sale = '102';
const others = '900';

const situations = { ofNfe: [sale, '300', '400', others], ofNfce: [sale, '300'] };
const operations: Readonly<Record<string, readonly string[] | undefined>> = {
  [sale]: ['5102', '6102'],
  [others]: [
    ...['1202', '1904', '2202', '2904', '5202', '5904', '6202', '6904', '1501', '1503', '1504', '1505', '1506'],
    ...['1553', '2501', '2503', '2504', '2505', '2506', '2553', '5501', '5502', '5504', '5505', '5551', '5933'],
    ...['6501', '6502', '6504', '6505', '6551', '6933'],
  ],
};
const operationOfNfce = '5102';

/** What individual entrepreneurs (MEI) may do within the country: NT 2024.001 v1.20, in production since 2025-04-01. */
export const entrepreneurRules: readonly Rule[] = onlyIf(
  ({ emit, ide }) => isOneOf(emit, 'CRT', entrepreneur) && !isOneOf(ide, 'idDest', '3'),
  [
    ...onlyIf(isNfe, [
      itemRule(782, 'N12a-80', (item) => !isAmong(situations.ofNfe, item)),
      itemRule(337, 'N12a-90', (item) => operations[situationOf(item)]?.includes(cfopOf(item)) === false),
    ]),
    ...onlyIf(isNfce, [
      itemRule(782, 'N12a-81', (item) => !isAmong(situations.ofNfce, item)),
      itemRule(337, 'N12a-91', (item) => cfopOf(item) !== operationOfNfce),
    ]),
  ],
);

function isAmong(allowed: readonly string[], item: Item): boolean {
  return ['', ...allowed].includes(situationOf(item));
}

function situationOf({ icms }: Item): string {
  return textOf(icms, 'CSOSN') ?? '';
}
