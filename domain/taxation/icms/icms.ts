import { type Decimal, decimal, money, percent, percentOf, reducedBy, zero } from '../../money.ts';
import { type IcmsAmounts, noOwnAmounts, type OwnAmounts } from '../amounts.ts';
import { numberOf, type TaxTrace, tracedText } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { exemptionOf, substitutionExemptionOf } from './exemption.ts';
import { type FuelQuantities, singlePhaseOf } from './single-phase.ts';
import { icmsSituationOf } from './situations.ts';
import { substitutionOf } from './substitution.ts';

const absent: Omit<IcmsAmounts, 'origin' | 'situation'> = {
  baseMode: null,
  baseReduction: null,
  base: null,
  rate: null,
  operationValue: null,
  deferralRate: null,
  deferredValue: null,
  value: null,
  fcpBase: null,
  fcpRate: null,
  fcpValue: null,
  stBaseMode: null,
  stMargin: null,
  stBaseReduction: null,
  stBase: null,
  stRate: null,
  stValue: null,
  fcpStBase: null,
  fcpStRate: null,
  fcpStValue: null,
  creditRate: null,
  creditValue: null,
  exemptedValue: null,
  exemptionReason: null,
  exemptionDeducted: null,
  stExemptedValue: null,
  stExemptionReason: null,
  reductionBenefitCode: null,
  retainedStBase: null,
  retainedStRate: null,
  retainedStOwnValue: null,
  retainedStValue: null,
  retainedFcpStBase: null,
  retainedFcpStRate: null,
  retainedFcpStValue: null,
  effectiveReduction: null,
  effectiveBase: null,
  effectiveRate: null,
  effectiveValue: null,
};

/** ICMS of one line as it is printed (null where the note has none), and the numbers of it that other taxes need. */
export type Icms = {
  printed: IcmsAmounts | null;
  /** Base of the own ICMS; null where none is charged. */
  base: Decimal | null;
  /** Own ICMS that is due, without the deferred part. */
  value: Decimal;
  fund: Decimal;
  /** Substitution with its fund, and what is retained for a fuel: these add to the note's value. */
  added: Decimal;
  /** Exempted ICMS that is taken off the note's value. */
  deducted: Decimal;
};

/** The result for a line without a group of ICMS. */
export const noIcms: Icms = { printed: null, base: null, value: zero, fund: zero, added: zero, deducted: zero };

/**
 * What the ICMS of a line is computed from. `value`: what the operation is worth. `ipi`: the line's vIPI. `fuel`: its quantities, if it is a fuel.
 * `said`: amounts that the line declares.
 */
export type IcmsLine = {
  value: Decimal;
  ipi: Decimal;
  /** Base of the own ICMS of imported goods, as the importer declared it; null for other goods. */
  ownBase?: Decimal | null;
  fuel?: FuelQuantities | undefined;
  said?: OwnAmounts;
};

/**
 * Own ICMS, fund against poverty, substitution and Simples credit of one line whose trace `checkIcms` passed (MOC 7.0 Anexo I, groups N02 to N10h).
 * The IPI is part of the own base where the buyer is a final consumer, and always part of the substitution's. Parted ICMS has only its share of that
 * base.
 */
export function icmsOf(
  trace: TaxTrace,
  { value, ipi, ownBase = null, fuel, said = noOwnAmounts }: IcmsLine,
  operation: Operation,
): Icms {
  const situation = icmsSituationOf(tracedText(trace, 'icmsSituation'), operation);
  if (!situation) throw new TypeError('ICMS is computed only of a trace that was checked');
  const { partition } = operation;
  const price = ownBase ?? (operation.finalConsumer ? value.plus(ipi) : value);
  const whole = partition ? percentOf(price, partition.ownBasePercent) : price;
  const base = reducedBy(whole, numberOf(trace, 'icmsRedBc'));
  const isCharged = situation.own !== 'NONE' && trace.icmsRate !== undefined;
  const operationIcms = isCharged ? percentOf(base, numberOf(trace, 'icmsRate')) : zero;
  const isPrinted = isCharged && situation.own !== 'PRESUMED';
  const own = isPrinted ? ownOf(trace, base, operationIcms, situation.own === 'DEFERRED') : nothing;
  const fund = isPrinted && operation.destination === '1' && !partition ? fundOf(trace, base) : nothing;
  const isSubstituted = situation.substitution !== 'NONE' && trace.icmsStRate !== undefined;
  const substitution = isSubstituted
    ? substitutionOf(
        trace,
        { value: value.plus(ipi), said: said.icmsStBase },
        { icms: operationIcms, fund: fund.value },
      )
    : { printed: {}, added: zero, exemption: { unreduced: zero, charged: zero } };
  const bases = { whole, icms: own.value, fund: fund.value };
  const exemption = exemptionOf(trace, bases, said.icmsExempted, operation);
  const singlePhase = singlePhaseOf(trace, fuel);
  return {
    printed: {
      ...absent,
      origin: tracedText(trace, 'icmsOrigin'),
      situation: tracedText(trace, 'icmsSituation'),
      ...own.printed,
      ...fund.printed,
      ...substitution.printed,
      ...singlePhase.printed,
      ...(situation.credit !== 'NONE' && trace.icmsSnCreditRate ? creditOf(trace, base) : {}),
      ...exemption.printed,
      ...substitutionExemptionOf(trace, substitution.exemption, said.icmsStExempted),
      ...(situation.isCollected || said.destinationSt ? collectedOf(said, whole) : {}),
      ...(partition ? { ownBasePercent: percent(partition.ownBasePercent), stState: partition.stState } : {}),
    },
    base: isPrinted ? base : null,
    value: own.value.plus(singlePhase.value),
    fund: fund.value,
    added: substitution.added.plus(singlePhase.added),
    deducted: exemption.deducted,
  };
}

type Part = { printed: Partial<IcmsAmounts>; value: Decimal };
const nothing: Part = { printed: {}, value: zero };

function ownOf(trace: TaxTrace, base: Decimal, value: Decimal, isDeferred: boolean): Part {
  const printed = {
    baseMode: '3',
    // A deferral prints its reduction even if that is zero (rule N12-97, 929).
    baseReduction: trace.icmsRedBc || isDeferred ? percent(numberOf(trace, 'icmsRedBc')) : null,
    reductionBenefitCode: tracedText(trace, 'icmsRedBcBenefitCode') || null,
    base: money(base),
    rate: percent(numberOf(trace, 'icmsRate')),
  };
  if (!isDeferred) return { printed: { ...printed, value: money(value) }, value };
  const deferralRate = numberOf(trace, 'icmsDeferralRate');
  const deferred = percentOf(value, deferralRate);
  const due = value.minus(deferred);
  const deferral = {
    operationValue: money(value),
    deferralRate: percent(deferralRate),
    deferredValue: money(deferred),
    value: money(due),
  };
  return { printed: { ...printed, ...deferral }, value: due };
}

/** A fund with a rate of zero is not printed at all (rule 880). */
function fundOf(trace: TaxTrace, base: Decimal): Part {
  const rate = numberOf(trace, 'fcpRate');
  if (rate.isZero()) return nothing;
  const value = percentOf(base, rate);
  return { printed: { fcpBase: money(base), fcpRate: percent(rate), fcpValue: money(value) }, value };
}

/** Simples credit of a line (LC 123/2006 art. 23). */
function creditOf(trace: TaxTrace, base: Decimal): Partial<IcmsAmounts> {
  const rate = numberOf(trace, 'icmsSnCreditRate');
  return { creditRate: percent(rate), creditValue: money(percentOf(base, rate)) };
}

/**
 * What a line tells of substitution that was collected before (CST 60, CSOSN 500): what was retained, what of it is due to the state of destination
 * (ICMSST, with CST 41, too), and what the ICMS would be otherwise on `value`, the operation's value. None of it is charged (NT 2018.005).
 */
function collectedOf(said: OwnAmounts, value: Decimal): Partial<IcmsAmounts> {
  const { retainedSt, effectiveIcms, destinationSt } = said;
  return {
    ...(retainedSt ? retained(retainedSt) : {}),
    ...(destinationSt
      ? { destinationStBase: money(destinationSt.base), destinationStValue: money(destinationSt.value) }
      : {}),
    ...(effectiveIcms ? effective(effectiveIcms, value) : {}),
  };
}

function retained(said: NonNullable<OwnAmounts['retainedSt']>): Partial<IcmsAmounts> {
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

function effective(said: NonNullable<OwnAmounts['effectiveIcms']>, value: Decimal): Partial<IcmsAmounts> {
  const [reduction, rate] = [decimal(said.baseReduction), decimal(said.rate)];
  const base = reducedBy(value, reduction);
  return {
    effectiveReduction: percent(reduction),
    effectiveBase: money(base),
    effectiveRate: percent(rate),
    effectiveValue: money(percentOf(base, rate)),
  };
}
