import { type Decimal, money, notBelowZero, percent, percentOf, raisedBy, reducedBy, zero } from '../../money.ts';
import type { IcmsAmounts } from '../amounts.ts';
import { numberOf, type TaxTrace, textOf } from '../fields.ts';

/**
 * ICMS and fund that the issuer collects for the operations to come; both are `added` to the note. `value` is vProd + vIPI + vFrete + vSeg + vOutro − vDesc; the own
 * ICMS and fund of the operation are deducted, and nothing goes below zero. The margin is taken as it was given, adjusted or not.
 */
export function substitutionOf(
  trace: TaxTrace,
  value: Decimal,
  own: { icms: Decimal; fund: Decimal },
): { printed: Partial<IcmsAmounts>; added: Decimal } {
  const margin = textOf(trace, 'icmsStModBc') === '4' ? numberOf(trace, 'icmsStMva') : null;
  const reduction = numberOf(trace, 'icmsStRedBc');
  const base = reducedBy(raisedBy(value, margin ?? zero), reduction);
  const rate = numberOf(trace, 'icmsStRate');
  const fundRate = numberOf(trace, 'fcpStRate');
  const icms = notBelowZero(percentOf(base, rate).minus(own.icms));
  const fund = fundRate.isZero() ? zero : notBelowZero(percentOf(base, fundRate).minus(own.fund));
  const printed = {
    stBaseMode: textOf(trace, 'icmsStModBc'),
    stMargin: margin && percent(margin),
    stBaseReduction: reduction.isZero() ? null : percent(reduction),
    stBase: money(base),
    stRate: percent(rate),
    stValue: money(icms),
    ...(fundRate.isZero() ? {} : { fcpStBase: money(base), fcpStRate: percent(fundRate), fcpStValue: money(fund) }),
  };
  return { printed, added: icms.plus(fund) };
}
