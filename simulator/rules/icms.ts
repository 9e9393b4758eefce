import type { Decimal } from 'decimal.js';
import { child, textOf } from '../xml/element.ts';
import { isAdjustment } from './adjustment.ts';
import { amount, cents, near } from './amount.ts';
import { benefitCodeRules } from './benefits/codes.ts';
import type { Item, Note } from './note.ts';
import { outsiderIcmsRules } from './outsider-icms.ts';
import { goodsGoAnotherWay } from './places.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const imported = ['1', '2', '3', '8'];
const entrepreneur = '4';
const simples = ['1', entrepreneur];
/** Situations of single-phase ICMS on fuels, which have no codes of Simples (N12-20, NT 2023.001 v1.60). */
const singlePhase = ['02', '15', '53', '61'];

/** Group N: ICMS checked against the issuer's regime, the recipient, and its own arithmetic. */
export const icmsRules: readonly Rule[] = [
  // The schema lets CSOSN 102 to 400 and 900 leave out the origin, for individual entrepreneurs alone (N11-10, NT 2025.002 v1.52).
  itemRule(
    966,
    'N11-10',
    ({ icms }, note) =>
      icms !== undefined &&
      child(icms, 'orig') === undefined &&
      !isOneOf(note.emit, 'CRT', entrepreneur) &&
      !isAdjustment(note),
  ),
  itemRule(
    590,
    'N12-20',
    ({ icms }, note) => isSimples(note) && !['', ...singlePhase].includes(situation(icms, 'CST')),
  ),
  itemRule(591, 'N12a-10', ({ icms }, note) => !isSimples(note) && situation(icms, 'CSOSN') !== ''),
  ...outsiderIcmsRules,
  itemRule(
    529,
    'N12-80',
    ({ icms }, { dest }) => textOf(dest, 'indIEDest') === '2' && isOneOf(icms, 'CST', '50', '51'),
  ),
  ...benefitCodeRules,
  itemRule(
    663,
    'N16-04',
    ({ icms }, note) => isInterstateSale(note) && isImported(icms) && amount(icms, 'pICMS').gt(4),
  ),
  itemRule(
    693,
    'N16-20',
    ({ icms }, note) =>
      isInterstateSale(note) && !goodsGoAnotherWay(note) && amount(icms, 'pICMS').gt(interstateRate(note)),
  ),
  itemRule(
    528,
    'N17-20',
    ({ icms }, { ide }) =>
      textOf(ide, 'finNFe') === '1' &&
      isOneOf(icms, 'CST', '00', '10', '20', '70') &&
      !isPercentage(icms, 'vBC', 'pICMS', 'vICMS'),
  ),
  ...onlyIf(
    ({ ide }) => textOf(ide, 'finNFe') === '1',
    [
      itemRule(351, 'N16a-10', ({ icms }) => isDeferred(icms) && !isPercentage(icms, 'vBC', 'pICMS', 'vICMSOp')),
      itemRule(352, 'N16c-10', ({ icms }) => isDeferred(icms) && !isPercentage(icms, 'vICMSOp', 'pDif', 'vICMSDif')),
      itemRule(
        353,
        'N17-10',
        ({ icms }) =>
          isDeferred(icms) && !near(amount(icms, 'vICMSOp').minus(amount(icms, 'vICMSDif')), amount(icms, 'vICMS')),
      ),
    ],
  ),
];

/** Whether the issuer's codes are those of Simples: CRT 1, and 4 for the individual entrepreneur. */
function isSimples({ emit }: Note): boolean {
  return isOneOf(emit, 'CRT', ...simples);
}

/** Whether goods leave for another state in an ordinary sale. */
function isInterstateSale(note: Note): boolean {
  const { ide } = note;
  return isNfe(note) && textOf(ide, 'idDest') === '2' && textOf(ide, 'tpNF') === '1' && textOf(ide, 'finNFe') === '1';
}

/** Highest rate between two states: 7 % from South and Southeast to the rest and ES, else 12 % (Senate 22/1989). */
export function interstateRate({ emit, dest }: Note): number {
  const southAndSoutheast = ['MG', 'PR', 'RJ', 'RS', 'SC', 'SP'];
  return isOneOf(child(emit, 'enderEmit'), 'UF', ...southAndSoutheast) &&
    !isOneOf(child(dest, 'enderDest'), 'UF', ...southAndSoutheast)
    ? 7
    : 12;
}

/** Whether the goods have enough imported content for the rate of 4 % (Senate 13/2012). */
export function isImported(icms: Item['icms']): boolean {
  return isOneOf(icms, 'orig', ...imported);
}

function isDeferred(icms: Item['icms']): boolean {
  return textOf(icms, 'CST') === '51' && child(icms, 'vICMSOp') !== undefined;
}

function isPercentage(group: Item['icms'], base: string, rate: string, value: string): boolean {
  return near(percentage(amount(group, base), amount(group, rate)), amount(group, value));
}

/** A percentage of a base, in cents. */
export function percentage(base: Decimal, rate: Decimal): Decimal {
  return cents(base.times(rate).div(100));
}

function situation(icms: Item['icms'], name: 'CST' | 'CSOSN'): string {
  return textOf(icms, name) ?? '';
}
