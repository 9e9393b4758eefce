import { decimal, type Decimal, money, percent, percentOf, round2, rounded, zero } from '../../money.ts';
import type { IcmsAmounts } from '../amounts.ts';
import { numberOf, type TaxTrace, textOf } from '../fields.ts';
import { retainedPart } from '../fuels/mixtures.ts';
import { icmsSituations } from './situations.ts';

/** A fuel's quantities in the unit of its rate: what pays the issuer's own ICMS, and the biofuel whose ICMS is retained with it. */
export type FuelQuantities = { anpCode: string; own: Decimal; retained: Decimal };

/** ICMS of a fuel as it is printed, what is due of it, and what is retained, which the note adds to its value. */
export type SinglePhaseIcms = { printed: Partial<IcmsAmounts>; value: Decimal; added: Decimal };

const nothing: SinglePhaseIcms = { printed: {}, value: zero, added: zero };

/** Single-phase ICMS of one line whose trace `checkIcms` passed (NT 2023.001 v1.60, groups N02a, N03a, N07a and N08a). */
export function singlePhaseOf(trace: TaxTrace, fuel: FuelQuantities | undefined): SinglePhaseIcms {
  const singlePhase = icmsSituations.get(textOf(trace, 'icmsSituation'))?.singlePhase;
  if (!singlePhase || !fuel) return nothing;
  const rate = adRem(trace, 'icmsMonoRate');
  const value = round2(fuel.own.times(rate));
  switch (singlePhase) {
    case 'OWN':
      return { printed: ownOf(fuel, rate, value), value, added: zero };
    case 'RETAINED':
      return retainedOf(trace, fuel, { rate, value });
    case 'DEFERRED':
      return deferredOf(trace, fuel, { rate, value });
    case 'COLLECTED':
      return {
        printed: {
          monoCollectedQuantity: quantity(fuel.own),
          monoCollectedRate: percent(rate),
          monoCollectedValue: money(value),
        },
        value: zero,
        added: zero,
      };
  }
}

type Own = { rate: Decimal; value: Decimal };

function ownOf({ own }: FuelQuantities, rate: Decimal, value: Decimal): Partial<IcmsAmounts> {
  return { monoQuantity: quantity(own), monoRate: percent(rate), monoValue: money(value) };
}

function retainedOf(trace: TaxTrace, fuel: FuelQuantities, { rate, value }: Own): SinglePhaseIcms {
  const retainedRate = adRem(trace, 'icmsMonoRetainedRate');
  const retained = round2(fuel.retained.times(retainedRate).times(retainedPart(fuel.anpCode)));
  const reduction = numberOf(trace, 'icmsMonoReductionRate');
  return {
    printed: {
      ...ownOf(fuel, rate, value),
      monoRetainedQuantity: quantity(fuel.retained),
      monoRetainedRate: percent(retainedRate),
      monoRetainedValue: money(retained),
      ...(reduction.isZero()
        ? {}
        : { monoReduction: money(reduction), monoReductionReason: textOf(trace, 'icmsMonoReductionReason') }),
    },
    value,
    added: retained,
  };
}

function deferredOf(trace: TaxTrace, fuel: FuelQuantities, { rate, value }: Own): SinglePhaseIcms {
  const deferralRate = numberOf(trace, 'icmsDeferralRate');
  const deferred = percentOf(value, deferralRate);
  const due = value.minus(deferred);
  return {
    printed: {
      ...ownOf(fuel, rate, due),
      monoOperationValue: money(value),
      deferralRate: percent(deferralRate),
      monoDeferredValue: money(deferred),
    },
    value: due,
    added: zero,
  };
}

/** The rate that is printed and multiplied: what a level says, less the reduction (rule N38-10 does not compare a reduced one). */
function adRem(trace: TaxTrace, name: 'icmsMonoRate' | 'icmsMonoRetainedRate'): Decimal {
  const kept = decimal('100').minus(numberOf(trace, 'icmsMonoReductionRate'));
  return rounded(numberOf(trace, name).times(kept).div(100), 4);
}

function quantity(value: Decimal): string {
  return rounded(value, 4).toFixed(4);
}
