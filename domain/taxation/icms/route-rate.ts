import type { TaxSource, TaxTrace } from '../fields.ts';
import { interstateRate } from './rates.ts';
import { interstateWay, type Operation } from '../operation.ts';
import { textOf } from '../trace-value.ts';

/** Levels that do not know where the goods go: what they say of the rate is meant for the issuer's own state. */
const blindToRoute: ReadonlySet<TaxSource> = new Set(['PRODUCT', 'TEMPLATE', 'COMPANY']);

/**
 * The trace without an ICMS rate that such a level gives and that no operation between the two states can have, so that the table gives
 * the interstate one. A rate on the item or on a rule, which is chosen by state, stays as it was said.
 */
export function withRateOfRoute(trace: TaxTrace, operation: Operation): TaxTrace {
  const way = interstateWay(operation);
  const { icmsRate, ...others } = trace;
  if (!way || !icmsRate || !blindToRoute.has(icmsRate.source)) return trace;
  const most = interstateRate(way.from, way.to, textOf(trace, 'icmsOrigin') || '0');
  return Number(icmsRate.value) > Number(most) ? others : trace;
}
