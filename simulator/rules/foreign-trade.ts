import { timestamp } from '../clock.ts';
import { accessKey, keyDigit } from '../identifiers.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';
import { cfopOf } from './cfop.ts';
import type { Item, Note } from './note.ts';
import { has, wrongCnpj, wrongCpf } from './party.ts';
import { isNfce, isNfe, isOneOf, itemRule, noteRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

/** CFOP of exports that come back, which have no declaration of import; those of drawback need a declaration, but no tax. */
const cameBack = ['3201', '3202', '3503', '3553'];
const cameBackUnderDrawback = '3211';
const importsUnderDrawback = ['3127', cameBackUnderDrawback];
const bySea = '1';
const onBehalf = ['2', '3'];
const oldestYears = 5;

/** Group I: an import names its declaration and taxes (MOC 7.0 Anexo I, I08-110 to I08-130). */
export const importRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(525, 'I08-110', (item) => isImport(item) && declarations(item).length === 0),
  itemRule(597, 'I08-120', (item) => isTaxedImport(item) && child(item.taxes, 'IPI') === undefined),
  itemRule(599, 'I08-130', (item) => isTaxedImport(item) && child(item.taxes, 'II') === undefined),
]);

/** Group I01: the declaration of an import (MOC 7.0 Anexo I, I23-10 to I29a-10; NT 2023.004 v1.20). */
export const importDeclarationRules: readonly Rule[] = onlyIf(isNfe, [
  declarationRule(376, 'I23-10', (one, context) => !isRecent(textOf(one, 'dDesemb') ?? '', context)),
  declarationRule(330, 'I23b-10', (one) => isOneOf(one, 'tpViaTransp', bySea) && child(one, 'vAFRMM') === undefined),
  declarationRule(331, 'I23d-10', (one) => isOnBehalf(one) && !has(one, 'CNPJ') && !has(one, 'CPF')),
  declarationRule(332, 'I23d-20', (one) => wrongCnpj(one) || wrongCpf(one)),
  declarationRule(333, 'I23e-10', (one) => isOnBehalf(one) && !has(one, 'UFTerceiro')),
  itemRule(
    334,
    'I29a-10',
    (item) => importsUnderDrawback.includes(cfopOf(item)) && !declarations(item).some(additionNamesAct),
  ),
]);

/** Whether the CFOP of an item is of goods that enter from abroad. */
function isImport(item: Item): boolean {
  return cfopOf(item).startsWith('3') && !cameBack.includes(cfopOf(item));
}

function isTaxedImport(item: Item): boolean {
  return isImport(item) && cfopOf(item) !== cameBackUnderDrawback;
}

function declarationRule(
  cStat: number,
  id: string,
  breaks: (declaration: Element, context: RuleContext) => boolean,
): Rule {
  return itemRule(cStat, id, (item, _note, context) => declarations(item).some((one) => breaks(one, context)));
}

function declarations({ product }: Item): Element[] {
  return children(product, 'DI');
}

function additionNamesAct(declaration: Element): boolean {
  return children(declaration, 'adi').some((addition) => has(addition, 'nDraw'));
}

function isOnBehalf(declaration: Element): boolean {
  return isOneOf(declaration, 'tpIntermedio', ...onBehalf);
}

/** Whether a day (AAAA-MM-DD) lies in the last five years, today included. */
function isRecent(day: string, { at }: RuleContext): boolean {
  const oldest = new Date(at);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - oldestYears);
  return timestamp(oldest).slice(0, 10) <= day && day <= timestamp(at).slice(0, 10);
}

const exportsUnderDrawback = ['7127', '7211'];
const indirect = ['3503', '7501'];
/** Number of an act of drawback: nine digits for exemption, eleven for suspension. */
const actOfDrawback = /^(\d{9}|\d{11})$/;
const registration = /^\d{12}$/;
const untaxed = { CST: '41', CSOSN: '300' };

/** Group I03: how each item is exported (MOC 7.0 Anexo I, I50-10 to I54-30). */
export const exportDetailRules: readonly Rule[] = [
  itemRule(336, 'I50-10', (item, { ide }) => details(item).length > 0 && !isOneOf(ide, 'idDest', '3')),
  ...onlyIf(isNfe, [
    itemRule(
      338,
      'I51-10',
      (item) => exportsUnderDrawback.includes(cfopOf(item)) && !details(item).some(detailNamesAct),
    ),
    itemRule(339, 'I51-20', (item) =>
      details(item).some((one) => detailNamesAct(one) && !actOfDrawback.test(textOf(one, 'nDraw') ?? '')),
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

/** Whether the note sends goods out of the country. */
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

function detailNamesAct(detail: Element): boolean {
  return child(detail, 'nDraw') !== undefined;
}

function indirectExports(item: Item): Element[] {
  return details(item).flatMap((one) => child(one, 'exportInd') ?? []);
}

function keysOf(item: Item): string[] {
  return indirectExports(item).map((one) => textOf(one, 'chNFe') ?? '');
}
