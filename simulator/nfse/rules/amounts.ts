import type { Decimal } from 'decimal.js';
import { amount, sum } from '../../rules/amount.ts';
import { child } from '../../xml/element.ts';
import type { Cities } from '../city.ts';
import { benefitKind, issqnOf } from '../issqn.ts';
import { incidence } from '../places.ts';
import type { Dps } from '../read-dps.ts';
import { hasSpecialRegime, isMei, isTaxable, paysIssqnBySimples } from '../read-dps.ts';
import { mayFallBelowMinimum, maySmallCompanyDeduct } from '../services.ts';
import type { NfseRule } from './rule.ts';
import { has, onlyIf, rule } from './rule.ts';

const lowestRate = 2;

/** Groups vServPrest and vDescCondIncond: the price and its discounts. */
export const priceRules: readonly NfseRule[] = [
  rule('E0424', ({ valores }) => has(valores, 'vServPrest', 'vReceb')),
  rule('E0427', (dps, { cities }) => {
    const { price, deduction, benefit } = issqnOf(dps, cities);
    return price.lt(deduction.plus(benefit.amount));
  }),
  rule('E0428', (dps, { cities }) => {
    const { price, deduction, benefit, withheld } = issqnOf(dps, cities);
    const taxes = sum(['vRetCP', 'vRetIRRF', 'vRetCSLL'].map((name) => amount(dps.tribFed, name)));
    const conditional = amount(dps.valores, 'vDescCondIncond', 'vDescCond');
    return price.lt(sum([conditional, deduction, benefit.amount, taxes, withheld]));
  }),
  rule('E0429', (dps, { cities }) => {
    const { deduction, benefit } = issqnOf(dps, cities);
    return fallsBelowMinimum(dps, cities, deduction.plus(benefit.amount));
  }),
  rule('E0431', (dps) => isOutOfBounds(dps, 'vDescIncond')),
  rule('E0432', (dps) => isOutOfBounds(dps, 'vDescCond')),
];

/** Group vDedRed: whether anything may be deducted, and how much. */
export const deductionRules: readonly NfseRule[] = onlyIf(
  ({ valores }) => has(valores, 'vDedRed'),
  [
    rule('E0435', (dps) => !isTaxable(dps)),
    rule('E0436', isMei),
    rule('E0438', hasSpecialRegime),
    rule('E0439', (dps) => benefitKind(dps) === '1'),
    rule('E0441', (dps, { cities }) => incidence(dps, cities)?.active === true && mayNotDeduct(dps)),
    rule('E0442', (dps, { cities }) => incidence(dps, cities)?.active === false && mayNotDeduct(dps)),
    ...onlyIf(
      ({ valores }) => has(valores, 'vDedRed', 'pDR'),
      [
        rule('E0453', ({ valores }) => !isPercentage(amount(valores, 'vDedRed', 'pDR'))),
        rule('E0444', (dps, { cities }) => fallsBelowMinimum(dps, cities, issqnOf(dps, cities).deduction)),
      ],
    ),
    ...onlyIf(
      ({ valores }) => has(valores, 'vDedRed', 'vDR'),
      [rule('E0447', (dps, { cities }) => fallsBelowMinimum(dps, cities, issqnOf(dps, cities).deduction))],
    ),
  ],
);

/** Whether a reduction of the base leaves less ISSQN than 2 % of the price, for a service that has that minimum. */
export function fallsBelowMinimum(dps: Dps, cities: Cities, reduction: Decimal): boolean {
  const { price, rate } = issqnOf(dps, cities);
  if (rate === undefined || reduction.isZero() || mayFallBelowMinimum(dps.cTribNac)) return false;
  return price.minus(reduction).times(rate).lt(price.times(lowestRate));
}

/** Above zero, and one hundred at most. */
export function isPercentage(value: Decimal): boolean {
  return value.gt(0) && value.lte(100);
}

function mayNotDeduct(dps: Dps): boolean {
  return paysIssqnBySimples(dps) && !maySmallCompanyDeduct(dps.cTribNac);
}

/** A discount is above zero and below the price of the service. */
function isOutOfBounds({ valores }: Dps, name: string): boolean {
  if (child(valores, 'vDescCondIncond', name) === undefined) return false;
  const value = amount(valores, 'vDescCondIncond', name);
  return !value.gt(0) || value.gte(amount(valores, 'vServPrest', 'vServ'));
}
