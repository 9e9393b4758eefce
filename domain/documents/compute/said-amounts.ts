import { decimal, type Decimal, round2 } from '../../money.ts';
import type { SaidAmounts } from '../../taxation/said-amounts.ts';
import type { ItemInput } from '../payload.ts';

/** What the caller says of a line's taxes in place of the computation. The payload's numbers were checked. */
export function saidAmounts(item: ItemInput): SaidAmounts {
  return {
    icmsExempted: amountOf(item.icmsExemptedValue),
    icmsStExempted: amountOf(item.icmsStExemptedValue),
    presumedCredit: amountOf(item.presumedCreditValue),
    icmsStBase: substitutionBase(item),
    retainedSt: item.retainedSt ?? null,
    effectiveIcms: item.effectiveIcms ?? null,
  };
}

function substitutionBase({ icmsStBase, icmsStUnitPrice, quantity }: ItemInput): Decimal | null {
  if (icmsStBase) return decimal(icmsStBase);
  return icmsStUnitPrice ? round2(decimal(quantity).times(decimal(icmsStUnitPrice))) : null;
}

function amountOf(text: string | null | undefined): Decimal | null {
  return text ? decimal(text) : null;
}
