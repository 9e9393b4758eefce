import { decimal, type Decimal, money, percent, percentOf, reducedBy } from '../../money.ts';
import type { IcmsAmounts } from '../amounts.ts';
import type { SaidAmounts } from '../said-amounts.ts';

/**
 * What a line says of substitution that was collected before (CST 60, CSOSN 500): what was retained, and on `value`, what the operation is
 * worth, what its ICMS would be otherwise. Neither is charged (NT 2018.005).
 */
export function collectedOf({ retainedSt, effectiveIcms }: SaidAmounts, value: Decimal): Partial<IcmsAmounts> {
  return {
    ...(retainedSt ? retained(retainedSt) : {}),
    ...(effectiveIcms ? effective(effectiveIcms, value) : {}),
  };
}

function retained(said: NonNullable<SaidAmounts['retainedSt']>): Partial<IcmsAmounts> {
  const { base, rate, ownValue, value, fcpBase, fcpRate, fcpValue } = said;
  return {
    retainedStBase: money(decimal(base)),
    retainedStRate: percent(decimal(rate)),
    retainedStOwnValue: ownValue ? money(decimal(ownValue)) : null,
    retainedStValue: money(decimal(value)),
    ...(fcpValue
      ? {
          retainedFcpStBase: money(decimal(fcpBase)),
          retainedFcpStRate: percent(decimal(fcpRate)),
          retainedFcpStValue: money(decimal(fcpValue)),
        }
      : {}),
  };
}

function effective(said: NonNullable<SaidAmounts['effectiveIcms']>, value: Decimal): Partial<IcmsAmounts> {
  const [reduction, rate] = [decimal(said.baseReduction), decimal(said.rate)];
  const base = reducedBy(value, reduction);
  return {
    effectiveReduction: percent(reduction),
    effectiveBase: money(base),
    effectiveRate: percent(rate),
    effectiveValue: money(percentOf(base, rate)),
  };
}
