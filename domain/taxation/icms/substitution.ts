import {
  type Decimal,
  money,
  notBelowZero,
  percent,
  percentOf,
  raisedBy,
  reducedBy,
  round2,
  zero,
} from '../../money.ts';
import type { IcmsAmounts } from '../amounts.ts';
import { numberOf, type TaxTrace, textOf } from '../fields.ts';

/**
 * ICMS and fund that the issuer collects for the operations to come; both are `added` to the note. `value` is vProd + vIPI + vFrete + vSeg + vOutro − vDesc; the own
 * ICMS and fund of the operation are deducted, and nothing goes below zero. The margin is taken as it was given, adjusted or not. By list or fixed
 * price (modes 0 to 3 and 5) the base is what the line `said`. `exemption` is the ICMS with and without the base's reduction.
 */
export function substitutionOf(
  trace: TaxTrace,
  { value, said }: { value: Decimal; said: Decimal | null },
  own: { icms: Decimal; fund: Decimal },
): { printed: Partial<IcmsAmounts>; added: Decimal; exemption: { unreduced: Decimal; charged: Decimal } } {
  const margin = textOf(trace, 'icmsStModBc') === '4' ? numberOf(trace, 'icmsStMva') : null;
  const reduction = numberOf(trace, 'icmsStRedBc');
  const whole = isListed(textOf(trace, 'icmsStModBc')) && said ? said : raisedBy(value, margin ?? zero);
  const base = reducedBy(whole, reduction);
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
  const unreduced = notBelowZero(percentOf(round2(whole), rate).minus(own.icms));
  return { printed, added: icms.plus(fund), exemption: { unreduced, charged: icms } };
}

/** Whether the base is a price or value that somebody publishes (modBCST 0 to 3, 5), which only the line can say. */
export function isListed(mode: string): boolean {
  return /^[0-35]$/.test(mode);
}
