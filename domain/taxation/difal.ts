import { decimal, type Decimal, money, percent, percentOf, zero } from '../money.ts';
import type { DifalAmounts } from '../nfe/note.ts';
import type { TaxTrace } from './fields.ts';
import { icmsSituations } from './icms-situations.ts';
import { internalRate } from './internal-rate.ts';
import { interstateRate } from './interstate-rate.ts';
import { type Operation, usesCsosn } from './operation.ts';
import { numberOf, textOf } from './trace-value.ts';

/** Whether the destination's share is due: final consumer, not a taxpayer, in another state, from an issuer outside Simples (ADI 5464). */
export function isDifalDue({ regime, direction, destination, finalConsumer, taxpayerType }: Operation): boolean {
  return (
    direction === 'OUT' &&
    destination === '2' &&
    finalConsumer &&
    taxpayerType === 'NAO_CONTRIBUINTE' &&
    !usesCsosn(regime)
  );
}

/** What the share is computed on: the base of the line's own ICMS, null where none is charged, or the whole operation. */
export type DifalBases = { own: Decimal | null; whole: Decimal };

/** ICMSUFDest of one line as it is printed, and all that is due to the destination, its fund included. */
export type Difal = { printed: DifalAmounts | null; due: Decimal };

/**
 * ICMSUFDest of one line on the single base of its own ICMS (EC 87/2015, LC 190/2022), or on the whole operation where that ICMS was
 * collected before; nothing where it is not due or the line is not taxed. The issuer's state keeps nothing since 2019.
 */
export function difalOf(trace: TaxTrace, bases: DifalBases, operation: Operation): Difal {
  const { destinationState, originState, date } = operation;
  const base = baseOf(trace, bases);
  if (!isDifalDue(operation) || base === null || !destinationState) return { printed: null, due: zero };
  const internal = decimal(internalRate(destinationState, date));
  const interstate = decimal(interstateRate(originState, destinationState, textOf(trace, 'icmsOrigin')));
  const value = percentOf(base, internal.minus(interstate));
  const fundRate = numberOf(trace, 'fcpRate');
  const fund = percentOf(base, fundRate);
  const printed = {
    base: money(base),
    ...(fundRate.isZero()
      ? { fcpBase: null, fcpRate: null, fcpValue: null }
      : { fcpBase: money(base), fcpRate: percent(fundRate), fcpValue: money(fund) }),
    internalRate: percent(internal),
    interstateRate: percent(interstate),
    destinationValue: money(value),
    originValue: money(zero),
  };
  return { printed, due: value.plus(fund) };
}

function baseOf(trace: TaxTrace, { own, whole }: DifalBases): Decimal | null {
  return icmsSituations.get(textOf(trace, 'icmsSituation'))?.isCollected ? whole : own;
}
