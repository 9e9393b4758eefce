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
import { numberOf, type TaxTrace, tracedText } from '../fields.ts';

/**
 * ICMS and fund that the issuer collects for later sales; both are `added` to the note's value. The own ICMS and fund are deducted, and neither goes
 * below zero. The margin is used as it is given, adjusted or not.
 *
 * @param base.value vProd + vIPI + vFrete + vSeg + vOutro − vDesc
 * @param base.said the base as the line declares it: a list price or a fixed price (modBCST 0 to 3 and 5)
 * @returns also `exemption`: the ICMS without and with the reduction of the base
 */
export function substitutionOf(
  trace: TaxTrace,
  { value, said }: { value: Decimal; said: Decimal | null },
  own: { icms: Decimal; fund: Decimal },
): { printed: Partial<IcmsAmounts>; added: Decimal; exemption: { unreduced: Decimal; charged: Decimal } } {
  const margin = tracedText(trace, 'icmsStModBc') === '4' ? numberOf(trace, 'icmsStMva') : null;
  const reduction = numberOf(trace, 'icmsStRedBc');
  const whole = isListed(tracedText(trace, 'icmsStModBc')) && said ? said : raisedBy(value, margin ?? zero);
  const base = reducedBy(whole, reduction);
  const rate = numberOf(trace, 'icmsStRate');
  const fundRate = numberOf(trace, 'fcpStRate');
  const icms = notBelowZero(percentOf(base, rate).minus(own.icms));
  const fund = fundRate.isZero() ? zero : notBelowZero(percentOf(base, fundRate).minus(own.fund));
  const printed = {
    stBaseMode: tracedText(trace, 'icmsStModBc'),
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

/** Whether the base is a price or value that somebody publishes (modBCST 0 to 3, 5): the line must declare it. */
export function isListed(mode: string): boolean {
  return /^[0-35]$/.test(mode);
}
