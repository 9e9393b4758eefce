import { child, textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';
import { wrongCnpj } from './party.ts';
import type { Rule } from './rule.ts';
import { isOneOf, noteRule } from './rule.ts';

const throughOthers = '1';
const mustSay = ['2', '3', '4', '9'];
const maySay = ['1', ...mustSay];
/** Electricity and communication, which need not say (B25c-10, exception 1). */
const supplies = [
  ...['5205', '5206', '5207', '5251', '5252', '5253', '5254', '5255', '5256', '5257', '5258'],
  ...['5301', '5302', '5303', '5304', '5305', '5306', '5307'],
];

/** Field B25c: whether somebody else's platform mediates the sale (NT 2020.006 v1.31, in production since 2022-04-04). */
export const intermediaryIndicatorRules: readonly Rule[] = [
  noteRule(
    434,
    'B25c-10',
    ({ ide, items }) =>
      isOneOf(ide, 'indPres', ...mustSay) &&
      textOf(ide, 'tpNF') === '1' &&
      textOf(ide, 'finNFe') === '1' &&
      textOf(ide, 'indIntermed') === undefined &&
      !items.some(isSupply),
  ),
  noteRule(435, 'B25c-20', (note) => !isOneOf(note.ide, 'indPres', ...maySay) && isMediated(note)),
];

/** Group YB: the platform that mediates the sale. */
export const intermediaryRules: readonly Rule[] = [
  noteRule(438, 'YB01-10', (note) => isMediated(note) && intermediary(note) === undefined),
  noteRule(439, 'YB01-20', (note) => !isMediated(note) && intermediary(note) !== undefined),
  noteRule(440, 'YB02-10', (note) => wrongCnpj(intermediary(note))),
];

function isMediated({ ide }: Note): boolean {
  return isOneOf(ide, 'indIntermed', throughOthers);
}

function intermediary({ infNFe }: Note): ReturnType<typeof child> {
  return child(infNFe, 'infIntermed');
}

function isSupply({ product }: Item): boolean {
  return isOneOf(product, 'CFOP', ...supplies);
}
