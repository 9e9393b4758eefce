import { amount } from '../../rules/amount.ts';
import { benefitKind } from '../issqn.ts';
import { incidence } from '../places.ts';
import type { Dps } from '../read-dps.ts';
import { hasSpecialRegime, isMei, isSmallCompany, isTaxable, paysIssqnBySimples, withholds } from '../read-dps.ts';
import { subitemOf } from '../services.ts';
import type { DpsContext, NfseRule } from './rule.ts';
import { has, onlyIf, rule } from './rule.ts';

const highestRate = 5;
/** The lowest rate of ISSQN within the Simples Nacional, which is withheld from small companies. */
const lowestSimplesRate = '1.8';
const tolls = '2201';
const exemption = '1';

/** Field tpRetISSQN: who may have ISSQN withheld. */
export const withholdingRules: readonly NfseRule[] = onlyIf(withholds, [
  rule('E0580', (dps) => !isTaxable(dps)),
  rule('E0583', isMei),
  rule('E0588', hasSpecialRegime),
  rule('E0594', (dps) => benefitKind(dps) === exemption),
  rule('E0596', ({ cTribNac }) => subitemOf(cTribNac) === tolls),
]);

/** Field pAliq: when the issuer says the rate, and when the city has. */
export const rateRules: readonly NfseRule[] = [
  ...onlyIf(saysRate, [
    rule('E0595', ({ tribMun }) => amount(tribMun, 'pAliq').gt(highestRate)),
    rule('E0600', isMei),
    rule('E0602', (dps) => !isTaxable(dps)),
    rule('E0604', hasSpecialRegime),
    rule('E0612', (dps) => benefitKind(dps) === exemption),
    rule('E0617', (dps, context) => !isInSimples(dps) && inActiveCity(dps, context)),
  ]),
  rule(
    'E0619',
    (dps, context) => !saysRate(dps) && !isInSimples(dps) && !hasSpecialRegime(dps) && inOtherCity(dps, context),
  ),
  ...onlyIf(paysIssqnBySimples, [
    ...onlyIf(
      (dps, context) => inActiveCity(dps, context) && benefitKind(dps) !== exemption,
      [rule('E0621', lacksSimplesRate), rule('E0625', saysIdleRate)],
    ),
    ...onlyIf(inOtherCity, [rule('E0628', lacksSimplesRate), rule('E0631', saysIdleRate)]),
  ]),
  ...onlyIf(
    (dps) => isSmallCompany(dps) && !paysIssqnBySimples(dps),
    [
      rule('E0635', (dps, context) => saysRate(dps) && inActiveCity(dps, context)),
      rule('E0640', (dps, context) => !saysRate(dps) && inOtherCity(dps, context)),
    ],
  ),
];

function saysRate({ tribMun }: Dps): boolean {
  return has(tribMun, 'pAliq');
}

function lacksSimplesRate(dps: Dps): boolean {
  return withholds(dps) && (!saysRate(dps) || amount(dps.tribMun, 'pAliq').lt(lowestSimplesRate));
}

function saysIdleRate(dps: Dps): boolean {
  return !withholds(dps) && saysRate(dps);
}

function isInSimples({ opSimpNac }: Dps): boolean {
  return opSimpNac !== '1';
}

function inActiveCity(dps: Dps, { cities }: DpsContext): boolean {
  return incidence(dps, cities)?.active === true;
}

function inOtherCity(dps: Dps, { cities }: DpsContext): boolean {
  return incidence(dps, cities)?.active === false;
}
