import { type Decimal, decimal, money, notBelowZero, percent, percentOf, round2, zero } from '../../money.ts';
import type { DifalAmounts } from '../amounts.ts';
import { numberOf, type TaxSource, type TaxTrace, tracedText } from '../fields.ts';
import { shippedLawTables } from '../law-tables.ts';
import { interstateWay, type Operation, usesCsosn } from '../operation.ts';
import { periodInForce } from '../rates/schemas.ts';
import { icmsSituations } from './situations.ts';

/**
 * Whether the destination's share is due: the buyer is a final consumer in another state and no taxpayer, and the issuer pays ICMS outside Simples
 * (ADI 5464). ICMS that is parted between states contains that share already.
 */
function isDifalDue({ regime, direction, destination, finalConsumer, taxpayerType, partition }: Operation): boolean {
  return (
    !partition &&
    direction === 'OUT' &&
    destination === '2' &&
    finalConsumer &&
    taxpayerType === 'NAO_CONTRIBUINTE' &&
    !usesCsosn(regime)
  );
}

/**
 * The trace with the destination's internal rate where the line owes the destination's share: the rate of a level, else the table's. Where it owes
 * none, a level's rate is dropped.
 */
export function withDestinationRate(trace: TaxTrace, operation: Operation): TaxTrace {
  const { difalInternalRate: said, ...others } = trace;
  const { destinationState } = operation;
  if (!destinationState || !isDifalDue(operation) || !(trace.icmsRate || isCollected(trace))) return others;
  if (said) return trace;
  const rate = internalRate(destinationState, operation);
  return rate === null ? others : { ...others, difalInternalRate: { value: percent(decimal(rate)), source: 'TABLE' } };
}

/**
 * What the share is computed on. `own`: the base of the line's own ICMS, null where none is charged. `whole`: the whole operation. `icms`: the own
 * ICMS.
 */
export type DifalBases = { own: Decimal | null; whole: Decimal; icms: Decimal };

/** ICMSUFDest of one line as it is printed, and what is due to the destination, the fund included. */
export type Difal = { printed: DifalAmounts | null; due: Decimal };

/**
 * ICMSUFDest of one line whose trace has the destination's rate. Its base is that of the line's own ICMS (EC 87/2015, LC 190/2022), or the whole
 * operation where that ICMS was collected before; some states require their own ICMS and fund inside the base. `printed` is null where no share is
 * due, or the line is not taxed. The issuer's state keeps nothing since 2019.
 */
export function difalOf(trace: TaxTrace, bases: DifalBases, operation: Operation): Difal {
  const { destinationState, originState } = operation;
  const value = isCollected(trace) ? bases.whole : bases.own;
  if (!trace.difalInternalRate || value === null || !destinationState) return { printed: null, due: zero };
  const internal = numberOf(trace, 'difalInternalRate');
  const interstate = decimal(interstateRate(originState, destinationState, tracedText(trace, 'icmsOrigin')));
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
  return icmsSituations.get(tracedText(trace, 'icmsSituation'))?.isCollected ?? false;
}

function wantsTaxInside(state: string, { date, rates = shippedLawTables }: Operation): boolean {
  return periodInForce(rates.difal.periods, date)?.insideBase.includes(state) ?? false;
}

/** The base that includes its own tax: `rate` percent of it is tax, the rest is `value`. It is `value` itself where all of it would be tax. */
function withTaxInside(value: Decimal, rate: Decimal): Decimal {
  if (rate.gte(100)) return value;
  return round2(value.div(decimal('100').minus(rate)).times(100));
}

const southAndSoutheast = new Set(['MG', 'PR', 'RJ', 'RS', 'SC', 'SP']);
/** Origins of goods (orig) whose interstate rate is 4 % (Resolução do Senado 13/2012). */
export const importedOrigins: ReadonlySet<string> = new Set(['1', '2', '3', '8']);

/**
 * pICMSInter in percent: 4 for imported goods or import content above 40 % (Resolução do Senado 13/2012), 7 from the South and
 * Southeast except ES to the other regions and ES (Resolução do Senado 22/1989), else 12.
 */
export function interstateRate(originState: string, destinationState: string, icmsOrigin: string): '4' | '7' | '12' {
  if (importedOrigins.has(icmsOrigin)) return '4';
  return southAndSoutheast.has(originState) && !southAndSoutheast.has(destinationState) ? '7' : '12';
}

/** A state's usual ICMS rate in percent on the operation's day, from the dated table; null where the table does not have state or day. */
export function internalRate(
  state: string,
  { date, rates = shippedLawTables }: Pick<Operation, 'date' | 'rates'>,
): string | null {
  return periodInForce(rates.icmsInternal.states.get(state), date)?.rate ?? null;
}

/** Levels that do not know where the goods go: their ICMS rate is meant for the issuer's own state. */
const blindToRoute: ReadonlySet<TaxSource> = new Set(['PRODUCT', 'TEMPLATE', 'COMPANY']);

/**
 * Drops the ICMS rate of such a level where no operation between the two states can have it, so that the table gives the interstate one. A rate of
 * the item, or of a rule (which is chosen by state), stays.
 */
export function withRateOfRoute(trace: TaxTrace, operation: Operation): TaxTrace {
  const way = interstateWay(operation);
  const { icmsRate, ...others } = trace;
  if (!way || !icmsRate || !blindToRoute.has(icmsRate.source)) return trace;
  const most = interstateRate(way.from, way.to, tracedText(trace, 'icmsOrigin') || '0');
  return Number(icmsRate.value) > Number(most) ? others : trace;
}
