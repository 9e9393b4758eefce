import { type TaxSource, type TaxTrace, textOf } from '../fields.ts';
import { interstateWay, type Operation } from '../operation.ts';
import { shippedLawTables } from '../law-tables.ts';
import { inForce } from '../rates/forms.ts';

const southAndSoutheast = new Set(['MG', 'PR', 'RJ', 'RS', 'SC', 'SP']);
const importedOrigins = new Set(['1', '2', '3', '8']);

/**
 * pICMSInter in percent: 4 for imported goods or import content above 40 % (Resolução do Senado 13/2012), 7 from the South and
 * Southeast except ES to the other regions and ES (Resolução do Senado 22/1989), else 12.
 */
export function interstateRate(originState: string, destinationState: string, icmsOrigin: string): '4' | '7' | '12' {
  if (importedOrigins.has(icmsOrigin)) return '4';
  return southAndSoutheast.has(originState) && !southAndSoutheast.has(destinationState) ? '7' : '12';
}

/** A state's modal ICMS rate in percent on the operation's day, from the dated table; null for a day or state it does not know. */
export function internalRate(
  state: string,
  { date, rates = shippedLawTables }: Pick<Operation, 'date' | 'rates'>,
): string | null {
  return inForce(rates.icmsInternal.states.get(state), date)?.rate ?? null;
}

/** Levels that do not know where the goods go: what they say of the rate is meant for the issuer's own state. */
const blindToRoute: ReadonlySet<TaxSource> = new Set(['PRODUCT', 'TEMPLATE', 'COMPANY']);

/**
 * Drops an ICMS rate that such a level gives and that no operation between the two states can have, so that the table gives the interstate
 * one. A rate on the item, or on a rule (which is chosen by state), stays.
 */
export function withRateOfRoute(trace: TaxTrace, operation: Operation): TaxTrace {
  const way = interstateWay(operation);
  const { icmsRate, ...others } = trace;
  if (!way || !icmsRate || !blindToRoute.has(icmsRate.source)) return trace;
  const most = interstateRate(way.from, way.to, textOf(trace, 'icmsOrigin') || '0');
  return Number(icmsRate.value) > Number(most) ? others : trace;
}
