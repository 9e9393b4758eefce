import { decimal, type Decimal, money, percent, percentOf, round2, sum, zero } from '../../money.ts';
import type { GovernmentComposition, IbsCbsAmounts, RegularTaxation } from '../amounts.ts';
import { type TaxTrace, tracedText } from '../fields.ts';
import { holds, type Operation } from '../operation.ts';
import { shippedLawTables } from '../law-tables.ts';
import { type IbsCbsPeriod, periodOn } from '../rates/ibs-cbs.ts';
import { simplesPartOf } from '../simples.ts';
import { hasAmounts, type IbsCbsClass, ibsCbsClass, reducesRates } from './class.ts';
import { freeTradeAmounts } from './free-trade-area.ts';
import { type GovernmentBuyer, redistributed, reducedRate, type ThreeRates } from './government.ts';

/** CST of deferral; the classes in force defer the whole tax (LC 214/2025 arts. 28 and 138). */
const deferred = new Set(['510', '515']);

const whole = decimal('100');

export type IbsCbsLine = {
  /** The operation's value less the other taxes inside it; for imported goods the base that the law gives. */
  worth: Decimal;
  isImported: boolean;
  /** vItem: what the line adds to vNFTot. */
  itemTotal: Decimal;
  /** The day whose rates the line has; absent where it has those of its own day. */
  ratesOn?: string;
};

/**
 * vBC of UB16 in a price that contains IBS and CBS (I11, NT 2026.008), which are no part of their own base (LC 214/2025 art. 12 § 2º I). Only this
 * function goes from a price to the base (decision 73).
 *
 * @param worth the price less the other taxes inside it
 * @param dueRate the rates that are due, added up, in percent
 */
export function baseInsidePrice(worth: Decimal, dueRate: Decimal): Decimal {
  return round2(worth.div(dueRate.div(whole).plus(1)));
}

/**
 * The IBS/CBS group of one line whose trace `checkIbsCbs` passed; null where no level gives a situation (NT 2025.002 §6, UB12 to UB67).
 */
export function ibsCbsOf(trace: TaxTrace, line: IbsCbsLine, operation: Operation): IbsCbsAmounts | null {
  const situation = tracedText(trace, 'ibsCbsSituation');
  if (!situation) return null;
  const taxClass = ibsCbsClass(tracedText(trace, 'ibsCbsClassification'));
  const rates = (line.ratesOn && ratesDue({ ...operation, date: line.ratesOn })) || ratesDue(operation);
  const itemTotal = money(line.itemTotal);
  if (taxClass && (!hasAmounts(situation) || !needsRates(operation))) {
    return { situation, classification: taxClass.classification, amounts: null, itemTotal };
  }
  if (!taxClass || !rates) throw new TypeError('IBS and CBS are computed only of a trace that was checked');
  const regularClass = taxClass.needsRegularTaxation
    ? ibsCbsClass(tracedText(trace, 'ibsCbsRegularClassification'))
    : null;
  const { freeTradeArea } = operation;
  const charged = regularClass ? zeroRates : freeTradeArea ? { ...rates, cbs: zero } : rates;
  const buyer = buyerOf(operation, line.ratesOn);
  const isInside = !line.isImported && holds('NEW_TAXES_INSIDE_PRICE', operation);
  const base = isInside ? baseInsidePrice(line.worth, dueRate(charged, taxClass, buyer)) : line.worth;
  const amounts = {
    ...amountsOf(base, charged, taxClass, buyer),
    ...(regularClass ? { regular: regularOf(base, rates, regularClass, buyer) } : {}),
    ...(buyer ? { government: compositionOf(base, ownRates(charged, taxClass, buyer), taxClass) } : {}),
    ...(freeTradeArea && !regularClass
      ? { freeTradeArea: freeTradeAmounts(freeTradeArea, { base, rate: ownRates(rates, taxClass, buyer).cbs }) }
      : {}),
  };
  return { situation, classification: taxClass.classification, amounts, itemTotal };
}

/** The rates that are due, added up, in percent: after their reductions, and zero if they are deferred. */
function dueRate(rates: ThreeRates, taxClass: IbsCbsClass, buyer: Buyer | undefined): Decimal {
  if (deferred.has(taxClass.situation)) return zero;
  const { state, municipal, cbs } = ownRates(rates, taxClass, buyer);
  return sum([state, municipal, cbs]);
}

/** A public buyer, and the day whose rules of redistribution apply. */
type Buyer = GovernmentBuyer & { on: string };

function buyerOf({ government, date }: Operation, ratesOn: string | undefined): Buyer | undefined {
  return government && { ...government, on: ratesOn ?? date };
}

/** Each rate after its reductions, before a public buyer gets the share of others. */
function ownRates(
  { state, municipal, cbs }: ThreeRates,
  { situation, ibsReduction, cbsReduction }: IbsCbsClass,
  buyer: Buyer | undefined,
): ThreeRates {
  const isReduced = reducesRates(situation);
  if (!isReduced && !buyer) return { state, municipal, cbs };
  const [ofIbs, ofCbs] = isReduced ? [ibsReduction, cbsReduction] : [zero, zero];
  return {
    state: reducedRate(state, ofIbs, buyer),
    municipal: reducedRate(municipal, ofIbs, buyer),
    cbs: reducedRate(cbs, ofCbs, buyer),
  };
}

/** The rates that the line is charged by. */
function effectiveRates(rates: ThreeRates, taxClass: IbsCbsClass, buyer: Buyer | undefined): ThreeRates {
  const own = ownRates(rates, taxClass, buyer);
  return buyer ? redistributed(own, buyer, buyer.on) : own;
}

/** gTribCompraGov: what each entity would get if the buyer did not get it (UB82a to UB82g); the values of deferred taxes are zero (rule 1142). */
function compositionOf(base: Decimal, own: ThreeRates, { situation }: IbsCbsClass): GovernmentComposition {
  const due = (rate: Decimal) => money(deferred.has(situation) ? zero : percentOf(base, rate));
  return {
    stateRate: percent(own.state),
    stateValue: due(own.state),
    municipalRate: percent(own.municipal),
    municipalValue: due(own.municipal),
    cbsRate: percent(own.cbs),
    cbsValue: due(own.cbs),
  };
}

/** Rates of a line whose class only shows its regular taxation (exception of rules 1026, 1036 and 1037). */
const zeroRates: ThreeRates = { state: zero, municipal: zero, cbs: zero };

/** gTribRegular of a line (rules 1040, 1051 and 1068). A regular class without amounts, such as an exempt one, has rates of zero. */
function regularOf(base: Decimal, rates: ThreeRates, regular: IbsCbsClass, buyer: Buyer | undefined): RegularTaxation {
  const { situation, classification } = regular;
  const due = hasAmounts(situation) ? rates : zeroRates;
  const { state, municipal, cbs } = effectiveRates(due, regular, buyer);
  return {
    situation,
    classification,
    stateRate: percent(state),
    stateValue: money(percentOf(base, state)),
    municipalRate: percent(municipal),
    municipalValue: money(percentOf(base, municipal)),
    cbsRate: percent(cbs),
    cbsValue: money(percentOf(base, cbs)),
  };
}

function amountsOf(
  base: Decimal,
  rates: ThreeRates,
  taxClass: IbsCbsClass,
  buyer: Buyer | undefined,
): NonNullable<IbsCbsAmounts['amounts']> {
  const { situation, ibsReduction, cbsReduction } = taxClass;
  const isDeferred = deferred.has(situation);
  const effective = effectiveRates(rates, taxClass, buyer);
  const reduction = (ofClass: Decimal) => (reducesRates(situation) ? ofClass : buyer ? zero : null);
  const share = (tax: keyof ThreeRates, ofClass: Decimal) =>
    shareOf(base, { rate: rates[tax], effective: effective[tax], reduction: reduction(ofClass), isDeferred });
  const state = share('state', ibsReduction);
  const municipal = share('municipal', ibsReduction);
  const cbs = share('cbs', cbsReduction);
  return {
    base: money(base),
    stateRate: state.rate,
    stateReduction: state.reduction,
    stateEffectiveRate: state.effectiveRate,
    stateDeferralRate: state.deferralRate,
    stateDeferredValue: state.deferredValue,
    stateValue: state.value,
    municipalRate: municipal.rate,
    municipalReduction: municipal.reduction,
    municipalEffectiveRate: municipal.effectiveRate,
    municipalDeferralRate: municipal.deferralRate,
    municipalDeferredValue: municipal.deferredValue,
    municipalValue: municipal.value,
    ibsValue: money(state.due.plus(municipal.due)),
    cbsRate: cbs.rate,
    cbsReduction: cbs.reduction,
    cbsEffectiveRate: cbs.effectiveRate,
    cbsDeferralRate: cbs.deferralRate,
    cbsDeferredValue: cbs.deferredValue,
    cbsValue: cbs.value,
  };
}

type Charge = { rate: Decimal; effective: Decimal; reduction: Decimal | null; isDeferred: boolean };

/**
 * One of the three taxes. A situation that reduces rates prints the reduction of a rate of zero, too, such as the municipality's in 2026 (rules 1033,
 * 1074 and 1079; NT 2025.002 v1.34 dropped the exception of v1.33). A sale to a public buyer prints at least a reduction of zero (the same rules).
 */
function shareOf(base: Decimal, { rate, effective, reduction, isDeferred }: Charge) {
  const value = percentOf(base, effective);
  const due = isDeferred ? zero : value;
  return {
    due,
    rate: percent(rate),
    reduction: reduction && percent(reduction),
    effectiveRate: reduction && percent(effective),
    deferralRate: isDeferred ? percent(whole) : null,
    deferredValue: isDeferred ? money(value) : null,
    value: money(due),
  };
}

/** Rates in percent. */
type IbsCbsRates = IbsCbsPeriod & { cbs: Decimal };

/** Whether a line has IBS or CBS by the rates of the law, outside Simples. */
export function needsRates(operation: Operation): boolean {
  return simplesPartOf(operation)?.ownGroup !== 'NONE';
}

/** The rates of a line's own gIBSCBS; null where one of them is not known. The CBS is zero for an issuer that pays it inside Simples. */
export function ratesDue(operation: Operation): IbsCbsRates | null {
  if (simplesPartOf(operation)?.ownGroup !== 'IBS') return ibsCbsRates(operation);
  const period = periodOn(operation.rates ?? shippedLawTables, operation.date);
  return period ? { ...period, cbs: zero } : null;
}

/** The rates of IBS and CBS on the operation's day; null where one of them is not known. */
export function ibsCbsRates({ date, rates = shippedLawTables }: Pick<Operation, 'date' | 'rates'>): IbsCbsRates | null {
  const period = periodOn(rates, date);
  return period?.cbs ? { ...period, cbs: period.cbs } : null;
}
