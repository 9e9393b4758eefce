import { child, textOf } from '../xml/element.ts';
import { isAdjustment } from './adjustment.ts';
import { amount, cents, near } from './amount.ts';
import { directionRules } from './cfop/direction.ts';
import { purposeOfOperationRules } from './cfop/purpose.ts';
import { operationOf } from './cfop/table.ts';
import { isGtin } from './check-digits.ts';
import { exportDetailRules } from './foreign-trade/export.ts';
import { importDeclarationRules, importRules } from './foreign-trade/import.ts';
import { unitRules } from './foreign-trade/units.ts';
import type { Item } from './note.ts';
import type { Rule } from './rule.ts';
import { inHomologation, isNfce, isNfe, isOneOf, itemRule, noteRule, onlyIf } from './rule.ts';

const homologationProduct = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Groups H and I: order, description, classification, CFOP, quantities and prices. */
export const itemRules: readonly Rule[] = [
  noteRule(927, 'H02-10', ({ items }) => items.some(({ nItem }, index) => nItem !== index + 1)),
  itemRule(611, 'I03-10', ({ product }) => wrongGtin(textOf(product, 'cEAN'))),
  ...onlyIf(isNfe, [
    itemRule(883, 'I03-30', ({ product }) => textOf(product, 'cEAN') === ''),
    itemRule(888, 'I12-60', ({ product }) => textOf(product, 'cEANTrib') === ''),
  ]),
  ...onlyIf(
    (note, context) => isNfce(note) && inHomologation(note, context),
    [itemRule(373, 'I04-10', ({ nItem, product }) => nItem === 1 && textOf(product, 'xProd') !== homologationProduct)],
  ),
  itemRule(
    777,
    'I05-10',
    ({ product }) => (textOf(product, 'NCM') ?? '').length !== 8 && textOf(product, 'NCM') !== '00',
  ),
  ...directionRules,
  ...importRules,
  ...purposeOfOperationRules,
  itemRule(629, 'I11-10', ({ product }) => !isProduct(product, 'qCom', 'vUnCom')),
  itemRule(630, 'I11-20', ({ product }) => !isProduct(product, 'qTrib', 'vUnTrib')),
  itemRule(612, 'I12-10', ({ product }) => wrongGtin(textOf(product, 'cEANTrib'))),
  itemRule(885, 'I12-30', ({ product }) => isGiven(product, 'cEAN') && !isGiven(product, 'cEANTrib')),
  itemRule(886, 'I12-40', ({ product }) => isGiven(product, 'cEANTrib') && !isGiven(product, 'cEAN')),
  ...unitRules,
  itemRule(483, 'I17-10', ({ product }) => amount(product, 'vDesc').gt(amount(product, 'vProd'))),
  ...importDeclarationRules,
  ...exportDetailRules,
  itemRule(
    660,
    'LA01-20',
    (item, note) => operationOf(item, note)?.fuel !== undefined && child(item.product, 'comb') === undefined,
  ),
  ...onlyIf(isNfe, [
    itemRule(745, 'Q01-20', ({ taxes }, note) => !isAdjustment(note) && child(taxes, 'PIS') === undefined),
    itemRule(748, 'S01-20', ({ taxes }, note) => !isAdjustment(note) && child(taxes, 'COFINS') === undefined),
  ]),
  ...onlyIf(isNfce, [
    itemRule(742, 'O01-10', ({ taxes }) => child(taxes, 'IPI') !== undefined),
    itemRule(743, 'P01-10', ({ taxes }) => child(taxes, 'II') !== undefined),
  ]),
];

function isProduct(product: Item['product'], quantity: string, price: string): boolean {
  return near(cents(amount(product, quantity).times(amount(product, price))), amount(product, 'vProd'));
}

function wrongGtin(text: string | undefined): boolean {
  return /^\d+$/.test(text ?? '') && !isGtin(text ?? '');
}

function isGiven(product: Item['product'], name: string): boolean {
  return !isOneOf(product, name, '', 'SEM GTIN');
}
