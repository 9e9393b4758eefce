import { accessKey } from '../../register/access-key.ts';
import type { Element } from '../../xml/element.ts';
import { child, children, textOf } from '../../xml/element.ts';
import { cfopOf } from '../cfop/table.ts';
import { keyDigit } from '../check-digits.ts';
import type { Item, Note } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isNfce, isNfe, isOneOf, itemRule, noteRule, onlyIf } from '../rule.ts';

const underDrawback = ['7127', '7211'];
const indirect = ['3503', '7501'];
/** Digits of an act of drawback: exemption, suspension. */
const actOfDrawback = /^(\d{9}|\d{11})$/;
const registration = /^\d{12}$/;
const untaxed = { CST: '41', CSOSN: '300' };

/** Group I03: how each item is exported (MOC 7.0 Anexo I, I50-10 to I54-30). */
export const exportDetailRules: readonly Rule[] = [
  itemRule(336, 'I50-10', (item, { ide }) => details(item).length > 0 && !isOneOf(ide, 'idDest', '3')),
  ...onlyIf(isNfe, [
    itemRule(338, 'I51-10', (item) => underDrawback.includes(cfopOf(item)) && !details(item).some(namesAct)),
    itemRule(339, 'I51-20', (item) =>
      details(item).some((one) => namesAct(one) && !actOfDrawback.test(textOf(one, 'nDraw') ?? '')),
    ),
    itemRule(
      340,
      'I52-10',
      (item, { ide }) =>
        indirect.includes(cfopOf(item)) && !isOneOf(ide, 'finNFe', '2') && indirectExports(item).length === 0,
    ),
    itemRule(341, 'I53-10', (item) =>
      indirectExports(item).some((one) => !registration.test(textOf(one, 'nRE') ?? '')),
    ),
    itemRule(342, 'I54-10', (item) => keysOf(item).some((key) => keyDigit(key.slice(0, 43)) !== key.slice(43))),
    itemRule(343, 'I54-20', (item) => keysOf(item).some((key) => accessKey(key)?.model !== '55')),
    itemRule(344, 'I54-30', (item) => new Set(keysOf(item)).size < keysOf(item).length),
  ]),
];

/** Group N: an export is not taxed (MOC 7.0 Anexo I, N12-10). */
export const exportIcmsRules: readonly Rule[] = onlyIf(
  (note) => isNfe(note) && !isOneOf(note.ide, 'finNFe', '4'),
  [itemRule(527, 'N12-10', (item) => cfopOf(item).startsWith('7') && isTaxed(item))],
);

/** Group ZA: where the goods leave the country (MOC 7.0 Anexo I, ZA01-10 to ZA01-30). */
export const exitPointRules: readonly Rule[] = [
  ...onlyIf(isNfe, [
    noteRule(355, 'ZA01-10', (note) => isExport(note) && exitPoint(note) === undefined),
    noteRule(356, 'ZA01-20', (note) => !isExport(note) && exitPoint(note) !== undefined),
  ]),
  ...onlyIf(isNfce, [noteRule(814, 'ZA01-30', (note) => exitPoint(note) !== undefined)]),
];

/** Whether goods go out of the country. */
export function isExport({ ide }: Note): boolean {
  return isOneOf(ide, 'tpNF', '1') && isOneOf(ide, 'idDest', '3');
}

function exitPoint({ infNFe }: Note): Element | undefined {
  return child(infNFe, 'exporta');
}

function isTaxed({ icms }: Item): boolean {
  return Object.entries(untaxed).some(([name, code]) => (textOf(icms, name) ?? code) !== code);
}

function details({ product }: Item): Element[] {
  return children(product, 'detExport');
}

function namesAct(detail: Element): boolean {
  return child(detail, 'nDraw') !== undefined;
}

function indirectExports(item: Item): Element[] {
  return details(item).flatMap((one) => child(one, 'exportInd') ?? []);
}

function keysOf(item: Item): string[] {
  return indirectExports(item).map((one) => textOf(one, 'chNFe') ?? '');
}
