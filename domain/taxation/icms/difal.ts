import { decimal, type Decimal, money, notBelowZero, percent, percentOf, round2, zero } from '../../money.ts';
import type { DifalAmounts } from '../amounts.ts';
import { numberOf, type TaxTrace, textOf } from '../fields.ts';
import { type Operation, usesCsosn } from '../operation.ts';
import { shippedLawTables } from '../law-tables.ts';
import { inForce } from '../rates/forms.ts';
import { internalRate, interstateRate } from './rates.ts';
import { icmsSituations } from './situations.ts';

/** Whether the destination's share is due: final consumer, not a taxpayer, in another state, from an issuer outside Simples (ADI 5464). */
function isDifalDue({ regime, direction, destination, finalConsumer, taxpayerType }: Operation): boolean {
  return (
    direction === 'OUT' &&
    destination === '2' &&
    finalConsumer &&
    taxpayerType === 'NAO_CONTRIBUINTE' &&
    !usesCsosn(regime)
  );
}

/**
 * The trace with the destination's internal rate where this line owes the destination's share: what a level says, or else the table's. Where
 * it owes none, whatever a level says is dropped.
 */
export function withDestinationRate(trace: TaxTrace, operation: Operation): TaxTrace {
  const { difalInternalRate: said, ...others } = trace;
  const { destinationState } = operation;
  if (!destinationState || !isDifalDue(operation) || !(trace.icmsRate || isCollected(trace))) return others;
  if (said) return trace;
  const rate = internalRate(destinationState, operation);
  return rate === null ? others : { ...others, difalInternalRate: { value: percent(decimal(rate)), source: 'TABLE' } };
}

/** What the share is computed on: the base of the line's own ICMS, null where none is charged, or the whole operation; and that ICMS. */
export type DifalBases = { own: Decimal | null; whole: Decimal; icms: Decimal };

/** ICMSUFDest of one line as it is printed, and all that is due to the destination, its fund included. */
export type Difal = { printed: DifalAmounts | null; due: Decimal };

/**
 * ICMSUFDest of one line whose trace has the destination's rate, on the single base of its own ICMS (EC 87/2015, LC 190/2022), or on the
 * whole operation where that ICMS was collected before; some states require their own ICMS and fund inside the base. Nothing where it is
 * not due or the line is not taxed. The issuer's state keeps nothing since 2019.
 */
export function difalOf(trace: TaxTrace, bases: DifalBases, operation: Operation): Difal {
  const { destinationState, originState } = operation;
  const value = isCollected(trace) ? bases.whole : bases.own;
  if (!trace.difalInternalRate || value === null || !destinationState) return { printed: null, due: zero };
  const internal = numberOf(trace, 'difalInternalRate');
  const interstate = decimal(interstateRate(originState, destinationState, textOf(trace, 'icmsOrigin')));
  const fundRate = numberOf(trace, 'fcpRate');
  const base = wantsTaxInside(destinationState, operation)
    ? withTaxInside(value.minus(bases.icms), internal.plus(fundRate))
    : value;
  const share = percentOf(base, notBelowZero(internal.minus(interstate)));
  const fund = percentOf(base, fundRate);
  const printed = {
    base: money(base),
    ...(fundRate.isZero()
      ? { fcpBase: null, fcpRate: null, fcpValue: null }
      : { fcpBase: money(base), fcpRate: percent(fundRate), fcpValue: money(fund) }),
    internalRate: percent(internal),
    interstateRate: percent(interstate),
    destinationValue: money(share),
    originValue: money(zero),
  };
  return { printed, due: share.plus(fund) };
}

function isCollected(trace: TaxTrace): boolean {
  return icmsSituations.get(textOf(trace, 'icmsSituation'))?.isCollected ?? false;
}

function wantsTaxInside(state: string, { date, rates = shippedLawTables }: Operation): boolean {
  return inForce(rates.difal.periods, date)?.insideBase.includes(state) ?? false;
}

/** The base that includes its own tax: `rate` percent of it is tax, the rest is `value`. Just `value` where the tax would be all of it. */
function withTaxInside(value: Decimal, rate: Decimal): Decimal {
  if (rate.gte(100)) return value;
  return round2(value.div(decimal('100').minus(rate)).times(100));
}
