import type { Decimal } from 'decimal.js';
import { child, textOf } from '../xml/element.ts';
import { isAdjustment } from './adjustment.ts';
import { amount, cents, near } from './amount.ts';
import { benefitCodeRules } from './benefits.ts';
import { cfopOf, operationOf } from './cfop.ts';
import { isOfPetroleum } from './fuels.ts';
import type { Item, Note } from './note.ts';
import { paysNoIcms } from './party.ts';
import { goodsGoAnotherWay } from './places.ts';
import { chosenByState, isNfe, isOneOf, itemRule, onlyIf, type Rule, type RuleContext } from './rule.ts';

const allowed = {
  CST: ['00', '20', '40', '41', '60', '61'],
  CSOSN: ['102', '103', '300', '400', '500'],
};
const repairs = ['5915', '5916', '6915', '6916', '5912', '5913'];
const otherGoods = ['5949', '6949'];
const toOrder = ['5123', '5922', '6123', '6922'];
const backFromStore = ['5906', '5907'];
const electricity = '27160000';
/** CFOP and CST by which Ceará lets goods be sold as "others" (Supremo Tribunal Federal, RE 574.706; NT 2023.003 v1.20). */
const ceara = { state: '23', CFOP: ['5403', '5405'], CST: '90' };

/** N12-70 and N12a-70: situations of sales to recipients who pay no ICMS (NT 2023.001 v1.60, NT 2023.003 v1.20). */
const outsiderIcmsRules: readonly Rule[] = onlyIf(sellsToOutsider, [
  itemRule(508, 'N12-70', (item, note, context) => {
    const cst = textOf(item.icms, 'CST');
    return cst !== undefined && !allowed.CST.includes(cst) && !isException(cst, item, note, context);
  }),
  itemRule(600, 'N12a-70', ({ icms, product }) => {
    const csosn = textOf(icms, 'CSOSN');
    return csosn !== undefined && !allowed.CSOSN.includes(csosn) && !isOneOf(product, 'CFOP', ...repairs);
  }),
]);

function sellsToOutsider(note: Note): boolean {
  return isNfe(note) && paysNoIcms(note) && textOf(note.ide, 'tpNF') === '1' && textOf(note.ide, 'idDest') !== '3';
}

function isException(cst: string, item: Item, note: Note, context: RuleContext): boolean {
  const { ide, key, items } = note;
  if (items.some(({ product }) => child(product, 'veicProd') !== undefined)) return true;
  const isReturn = isOneOf(ide, 'finNFe', '4');
  switch (cst) {
    case '50':
      return isReturn || isOnTheWay(item, note);
    case '51':
      return isReturn || isOneOf(item.product, 'CFOP', ...toOrder) || isBackFromStore(item, note);
    case '30':
      return isOneOf(ide, 'idDest', '2') && (isOfPetroleum(item) || isOneOf(item.product, 'NCM', electricity));
    case '02':
    case '10':
      return isOneOf(ide, 'idDest', '1') && chosenByState('substitutionToOutsiders', note, context);
    case ceara.CST:
      return key.cUF === ceara.state && isOneOf(item.product, 'CFOP', ...ceara.CFOP);
    default:
      return false;
  }
}

function isOnTheWay(item: Item, note: Note): boolean {
  const operation = operationOf(item, note);
  return operation?.comesBack === true || operation?.remittance === true || otherGoods.includes(cfopOf(item));
}

function isBackFromStore({ product }: Item, { ide }: Note): boolean {
  return isOneOf(ide, 'idDest', '1') && isOneOf(product, 'CFOP', ...backFromStore);
}

const imported = ['1', '2', '3', '8'];
const entrepreneur = '4';
const simples = ['1', entrepreneur];
/** Situations of single-phase ICMS on fuels, which have no codes of Simples (N12-20, NT 2023.001 v1.60). */
const singlePhase = ['02', '15', '53', '61'];

/** Group N: ICMS checked against the issuer's regime, the recipient, and its own arithmetic. */
export const icmsRules: readonly Rule[] = [
  // The schema lets CSOSN 102 to 400 and 900 leave out the origin, which only individual entrepreneurs may do (N11-10, NT 2025.002 v1.52).
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

/** Whether the issuer uses the codes of Simples: CRT 1, and 4 for the individual entrepreneur. */
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

const substituted = ['10', '30', '60', '70', '201', '202', '203', '500'];
const byMargin = '4';

/** Group N: ICMS-ST, which the issuer collects for later sales. */
export const substitutionRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(932, 'N18-10', ({ icms }) => textOf(icms, 'modBCST') === byMargin && child(icms, 'pMVAST') === undefined),
  itemRule(933, 'N18-20', ({ icms }) => child(icms, 'pMVAST') !== undefined && textOf(icms, 'modBCST') !== byMargin),
  itemRule(806, 'N23-10', ({ icms, product }) => isSubstituted(icms) && textOf(product, 'CEST') === undefined),
]);

function isSubstituted(icms: Item['icms']): boolean {
  if (icms?.name === 'ICMSPart') return false;
  if (isOneOf(icms, 'CST', ...substituted) || isOneOf(icms, 'CSOSN', ...substituted)) return true;
  return (isOneOf(icms, 'CST', '90') || isOneOf(icms, 'CSOSN', '900')) && !amount(icms, 'vICMSST').isZero();
}

const situations = [
  { field: 'CST', code: '60', onResale: 'N12-81', onFinalSale: 'N12-82' },
  { field: 'CSOSN', code: '500', onResale: 'N12a-50', onFinalSale: 'N12a-60' },
] as const;

/** Groups N26 and N33: what was retained on goods that had ICMS-ST before, and their effective ICMS (NT 2018.005 v1.52). */
export const retainedSubstitutionRules: readonly Rule[] = situations.flatMap(
  ({ field, code, onResale, onFinalSale }) => [
    // The first value of each group is enough: the schema demands the others with it.
    ...onlyIf(isNfe, [
      itemRule(
        938,
        onResale,
        ({ icms }, note, context) =>
          isOneOf(icms, field, code) &&
          isOneOf(note.ide, 'indFinal', '0') &&
          child(icms, 'vBCSTRet') === undefined &&
          chosenByState('retainedSubstitution', note, context),
      ),
    ]),
    itemRule(
      906,
      onFinalSale,
      ({ icms }, note, context) =>
        isOneOf(icms, field, code) &&
        isOneOf(note.ide, 'indFinal', '1') &&
        child(icms, 'vBCEfet') === undefined &&
        chosenByState('effectiveIcms', note, context),
    ),
  ],
);
