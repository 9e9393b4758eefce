import type { Decimal } from 'decimal.js';
import { child, textOf } from '../xml/element.ts';
import { amount, cents, near } from './amount.ts';
import { benefitCodeRules } from './benefits/codes.ts';
import type { Item, Note } from './note.ts';
import { paysNoIcms } from './party.ts';
import { goodsGoAnotherWay } from './places.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const imported = ['1', '2', '3', '8'];
const simples = ['1', '4'];
const forOutsiders = {
  CST: ['00', '20', '40', '41', '60'],
  CSOSN: ['102', '103', '300', '400', '500'],
  repairs: ['5915', '5916', '6915', '6916', '5912', '5913'],
  suspended: ['50', '51'],
};

/** Group N: ICMS checked against the issuer's regime, the recipient, and its own arithmetic. */
export const icmsRules: readonly Rule[] = [
  itemRule(590, 'N12-20', ({ icms }, note) => isSimples(note) && situation(icms, 'CST') !== ''),
  itemRule(591, 'N12a-10', ({ icms }, note) => !isSimples(note) && situation(icms, 'CSOSN') !== ''),
  ...onlyIf(sellsToOutsider, [
    itemRule(508, 'N12-70', ({ icms, product }, note) => {
      const cst = situation(icms, 'CST');
      const allowed = ['', ...forOutsiders.CST].includes(cst) || child(product, 'veicProd') !== undefined;
      return !allowed && !mayBeSuspended(cst, note, textOf(product, 'CFOP') ?? '');
    }),
    itemRule(
      600,
      'N12a-70',
      ({ icms, product }) =>
        !['', ...forOutsiders.CSOSN].includes(situation(icms, 'CSOSN')) &&
        !isOneOf(product, 'CFOP', ...forOutsiders.repairs),
    ),
  ]),
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

function sellsToOutsider(note: Note): boolean {
  return isNfe(note) && paysNoIcms(note) && textOf(note.ide, 'tpNF') === '1' && textOf(note.ide, 'idDest') !== '3';
}

/** Exceptions of rule N12-70: returns, deliveries to order, and remittances outside the state. */
function mayBeSuspended(cst: string, { ide }: Note, cfop: string): boolean {
  if (!forOutsiders.suspended.includes(cst)) return false;
  if (textOf(ide, 'finNFe') === '4') return true;
  if (cst === '50') return /^[56]9/.test(cfop);
  return ['5123', '5922', '6123', '6922'].includes(cfop) || textOf(ide, 'idDest') === '1';
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
