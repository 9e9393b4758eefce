import type { Decimal } from 'decimal.js';
import { keyDigit } from '../../identifiers.ts';
import { amount, sum } from '../../rules/amount.ts';
import { wrongCnpj, wrongCpf } from '../../rules/party.ts';
import { child, children, type Element, textOf } from '../../xml/element.ts';
import { benefitKind, issqnOf } from '../issqn.ts';
import { nfseKey } from '../key.ts';
import { type Cities, incidence, isMunicipality } from '../places.ts';
import { type Dps, hasSpecialRegime, isMei, isTaxable, paysIssqnBySimples } from '../read-dps.ts';
import { mayFallBelowMinimum, maySmallCompanyDeduct } from '../services.ts';
import {
  hasUnknownMunicipality,
  leavesNifOpen,
  hasWrongCountry,
  isBrazilian,
  lacksAddressAbroad,
  lacksBrazilianAddress,
} from './parties.ts';
import { type DpsContext, has, isOneOf, type NfseRule, onlyIf, rule } from './rule.ts';

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

/** Group vDedRed: whether the base may be reduced, and by how much. */
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

/** Whether a percentage is above zero and at most one hundred. */
export function isPercentage(value: Decimal): boolean {
  return value.gt(0) && value.lte(100);
}

function mayNotDeduct(dps: Dps): boolean {
  return paysIssqnBySimples(dps) && !maySmallCompanyDeduct(dps.cTribNac);
}

/** Whether a discount is not above zero, or not below the price of the service. */
function isOutOfBounds({ valores }: Dps, name: string): boolean {
  if (child(valores, 'vDescCondIncond', name) === undefined) return false;
  const value = amount(valores, 'vDescCondIncond', name);
  return !value.gt(0) || value.gte(amount(valores, 'vServPrest', 'vServ'));
}

const other = '99';

/** Group vDedRed/documentos: the documents that reduce the base, and their suppliers. */
export const deductionDocumentRules: readonly NfseRule[] = [
  documentRule('E0455', (one) => has(one, 'chNFSe') && nfseKey(textOf(one, 'chNFSe') ?? '') === undefined),
  documentRule('E0456', (one, _dps, context) => has(one, 'chNFSe') && registered(one, context) === undefined),
  documentRule('E0458', (one, _dps, context) => registered(one, context)?.ended === true),
  documentRule('E0460', (one) => {
    const key = textOf(one, 'chNFe');
    return key !== undefined && keyDigit(key.slice(0, 43)) !== key.slice(43);
  }),
  documentRule('E0466', (one) => {
    const cMun = textOf(one, 'NFSeMun', 'cMunNFSeMun');
    return cMun !== undefined && !isMunicipality(cMun);
  }),
  documentRule('E0468', (one) => isOneOf(one, 'tpDedRed', other) && !has(one, 'xDescOutDed')),
  documentRule('E0470', (one) => !isOneOf(one, 'tpDedRed', other) && has(one, 'xDescOutDed')),
  documentRule('E0472', (one, { dCompet }) => (textOf(one, 'dtEmiDoc') ?? '') > dCompet),
  documentRule('E0474', (one) => amount(one, 'vDeducaoReducao').gt(amount(one, 'vDedutivelRedutivel'))),
  documentRule('E0476', (one, { valores }) =>
    amount(one, 'vDeducaoReducao').gt(amount(valores, 'vServPrest', 'vServ')),
  ),
  documentRule('E0477', (one) => !has(one, 'chNFSe') && !has(one, 'chNFe') && !has(one, 'fornec')),
  documentRule('E0478', (one) => wrongCnpj(supplier(one))),
  documentRule('E0484', (one) => wrongCpf(supplier(one))),
  documentRule('E0490', (one) => leavesNifOpen(supplier(one))),
  documentRule('E0492', (one) => isBrazilian(supplier(one)) && lacksBrazilianAddress(supplier(one))),
  documentRule('E0494', (one) => hasUnknownMunicipality(supplier(one))),
  documentRule('E0498', (one) => lacksAddressAbroad(supplier(one))),
  documentRule('E0499', (one) => hasWrongCountry(supplier(one))),
];

/** A rule about each document; it is broken if any document breaks it. */
function documentRule(
  code: NfseRule['code'],
  breaks: (document: Element, dps: Dps, context: DpsContext) => boolean,
): NfseRule {
  return rule(code, (dps, context) =>
    children(child(dps.valores, 'vDedRed', 'documentos'), 'docDedRed').some((one) => breaks(one, dps, context)),
  );
}

function registered(document: Element, context: DpsContext): ReturnType<DpsContext['note']> {
  return context.note(textOf(document, 'chNFSe') ?? '');
}

function supplier(document: Element): Element | undefined {
  return child(document, 'fornec');
}
