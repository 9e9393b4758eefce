import { type Decimal, money, percent, percentOf, reducedBy, zero } from '../money.ts';
import type { IcmsAmounts } from '../nfe/note.ts';
import type { TaxTrace } from './fields.ts';
import { icmsSituations } from './icms-situations.ts';
import { substitutionOf } from './icms-substitution.ts';
import { type LineAmounts, operationValue } from './line-amounts.ts';
import type { Operation } from './operation.ts';
import { numberOf, textOf } from './trace-value.ts';

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
};

/**
 * Own ICMS, fund against poverty, substitution and Simples credit of one line whose trace `checkIcms` passed (MOC 7.0 Anexo I,
 * groups N02 to N10h). `ipi` is the line's vIPI: part of the own base where the buyer is a final consumer, always of the substitution's.
 */
export function icmsOf(trace: TaxTrace, line: LineAmounts, ipi: Decimal, operation: Operation): IcmsAmounts {
  const situation = icmsSituations.get(textOf(trace, 'icmsSituation'));
  if (!situation) throw new TypeError('ICMS is computed only of a trace that was checked');
  const gross = operationValue(line).plus(operation.finalConsumer ? ipi : zero);
  const base = reducedBy(gross, numberOf(trace, 'icmsRedBc'));
  const isCharged = situation.own !== 'NONE' && trace.icmsRate !== undefined;
  const ownValue = isCharged ? percentOf(base, numberOf(trace, 'icmsRate')) : zero;
  const isPrinted = isCharged && situation.own !== 'PRESUMED';
  const own = isPrinted ? ownOf(trace, base, ownValue, situation.own === 'DEFERRED') : {};
  const fund = isPrinted && operation.destination === '1' ? fundOf(trace, base) : {};
  return {
    ...absent,
    origin: textOf(trace, 'icmsOrigin'),
    situation: textOf(trace, 'icmsSituation'),
    ...own,
    ...fund,
    ...(situation.substitution !== 'NONE' && trace.icmsStRate
      ? substitutionOf(trace, operationValue(line).plus(ipi), { icms: ownValue, fcp: fund.fcpValue ?? null })
      : {}),
    ...(situation.credit !== 'NONE' && trace.icmsSnCreditRate ? creditOf(trace, base) : {}),
  };
}

function ownOf(trace: TaxTrace, base: Decimal, value: Decimal, isDeferred: boolean): Partial<IcmsAmounts> {
  const own = {
    baseMode: '3',
    baseReduction: trace.icmsRedBc ? percent(numberOf(trace, 'icmsRedBc')) : null,
    base: money(base),
    rate: percent(numberOf(trace, 'icmsRate')),
  };
  if (!isDeferred) return { ...own, value: money(value) };
  const deferralRate = numberOf(trace, 'icmsDeferralRate');
  const deferred = percentOf(value, deferralRate);
  return {
    ...own,
    operationValue: money(value),
    deferralRate: percent(deferralRate),
    deferredValue: money(deferred),
    value: money(value.minus(deferred)),
  };
}

/** A rate of zero prints no fund at all (rule 880). */
function fundOf(trace: TaxTrace, base: Decimal): Partial<IcmsAmounts> {
  const rate = numberOf(trace, 'fcpRate');
  if (rate.isZero()) return {};
  return { fcpBase: money(base), fcpRate: percent(rate), fcpValue: money(percentOf(base, rate)) };
}

/** LC 123/2006 art. 23. */
function creditOf(trace: TaxTrace, base: Decimal): Partial<IcmsAmounts> {
  const rate = numberOf(trace, 'icmsSnCreditRate');
  return { creditRate: percent(rate), creditValue: money(percentOf(base, rate)) };
}
