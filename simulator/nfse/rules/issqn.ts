import { amount } from '../../rules/amount.ts';
import { textOf } from '../../xml/element.ts';
import { benefitKind, issqnOf } from '../issqn.ts';
import { incidence } from '../places.ts';
import {
  type Dps,
  hasSpecialRegime,
  isMei,
  isSmallCompany,
  isTaxable,
  paysIssqnBySimples,
  withholds,
} from '../read-dps.ts';
import { isOutsideIssqn, subitemOf, whereDue } from '../services.ts';
import { fallsBelowMinimum, isPercentage } from './amounts.ts';
import { type DpsContext, has, isOneOf, type NfseRule, onlyIf, rule } from './rule.ts';
import { isAbroad } from './service.ts';

const immunity = '2';
const exported = '3';
const outside = '4';
/** Construction services, whose base small companies may reduce. */
const reducibleBySimples = ['0702', '0705'];

/** Group tribMun: how ISSQN applies, the country of the result, immunity and suspension. */
export const issqnRules: readonly NfseRule[] = [
  rule('E0532', ({ cTribNac, tribISSQN }) => isOutsideIssqn(cTribNac) && tribISSQN !== outside),
  rule('E0590', (dps) => needsResultCountry(dps) && !has(dps.tribMun, 'cPaisResult')),
  rule('E0591', (dps) => !needsResultCountry(dps) && has(dps.tribMun, 'cPaisResult')),
  rule('E0592', ({ tribISSQN, tribMun }) => (tribISSQN === immunity) !== has(tribMun, 'tpImunidade')),
  rule('E0593', ({ tribMun }) => isOneOf(tribMun, 'tpImunidade', '0')),
  rule('E0585', (dps) => has(dps.tribMun, 'exigSusp') && !isTaxable(dps)),
];

/** Group BM: the benefit that a city grants. */
export const benefitRules: readonly NfseRule[] = onlyIf(
  ({ tribMun }) => has(tribMun, 'BM'),
  [
    rule('E0533', (dps) => !isTaxable(dps)),
    rule('E0534', isMei),
    rule('E0535', hasSpecialRegime),
    rule('E0537', (dps, { cities }) => incidence(dps, cities)?.active === false),
    rule(
      'E0536',
      (dps, { cities }) =>
        paysIssqnBySimples(dps) &&
        incidence(dps, cities)?.active === true &&
        !reducibleBySimples.includes(subitemOf(dps.cTribNac)),
    ),
    // The first seven digits of the number are the city that gave it (TSNumBeneficioMunicipal of layout 1.01).
    rule('E0541', (dps, { cities }) => {
      const due = incidence(dps, cities);
      return due?.active === true && textOf(dps.tribMun, 'BM', 'nBM')?.slice(0, 7) !== due.cMun;
    }),
    ...onlyIf(
      (dps) => benefitKind(dps) === '3',
      [
        rule('E0574', ({ tribMun, valores }) =>
          amount(tribMun, 'BM', 'vRedBCBM').gt(amount(valores, 'vServPrest', 'vServ')),
        ),
        rule('E0575', (dps, { cities }) => fallsBelowMinimum(dps, cities, issqnOf(dps, cities).benefit.amount)),
      ],
    ),
    ...onlyIf(
      (dps) => benefitKind(dps) === '2',
      [
        rule('E0586', ({ tribMun }) => !isPercentage(amount(tribMun, 'BM', 'pRedBCBM'))),
        rule('E0587', (dps, { cities }) => fallsBelowMinimum(dps, cities, issqnOf(dps, cities).benefit.amount)),
      ],
    ),
  ],
);

/**
 * Whether a DPS must say the country of the result: an export whose service is done in Brazil, by the provider's place, or by the taker's
 * place unless his address is in Brazil.
 */
function needsResultCountry(dps: Dps): boolean {
  if (dps.tribISSQN !== exported || isAbroad(dps)) return false;
  const place = whereDue(dps.cTribNac);
  return place === 'provider' || (place === 'taker' && !has(dps.toma, 'end', 'endNac'));
}

const highestRate = 5;
/** The lowest rate (percent) of ISSQN within the Simples Nacional that can be withheld from small companies. */
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

/** Field pAliq: when the issuer says the rate, and when the city has set it. */
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
