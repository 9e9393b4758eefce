import { decimal, money, percentOf, sum } from '../../money.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import { type LineAmounts, operationValue } from '../../taxation/line.ts';
import type { Operation } from '../../taxation/operation.ts';
import { shippedLawTables } from '../../taxation/law-tables.ts';
import { approximateRatesOfGoods } from '../../taxation/rates/approximate-taxes.ts';
import type { ApproximateTaxes } from '../computed-note.ts';
import type { ItemInput } from '../payload.ts';

type Line = { item: ItemInput; line: LineAmounts; trace: TaxTrace };

/**
 * What a line bears in taxes by estimate, which consumers are to be told (Lei 12.741/2012 art. 1): what the item says, or in a sale to a final
 * consumer what the operator's table has for its NCM. Null for none; an item says `0` to leave it out.
 */
export function approximateTaxesOf({ item, line, trace }: Line, operation: Operation): ApproximateTaxes | null {
  if (item.approximateTaxes) {
    const value = decimal(item.approximateTaxes);
    return value.isZero() ? null : { value: money(value), byTreasury: null, source: null };
  }
  return isForConsumer(operation) ? byTable({ line, trace }, operation) : null;
}

function isForConsumer({ direction, purpose, destination, finalConsumer }: Operation): boolean {
  return direction === 'OUT' && purpose === 'NORMAL' && destination !== '3' && finalConsumer;
}

function byTable({ line, trace }: Omit<Line, 'item'>, { date, issuerState, rates = shippedLawTables }: Operation) {
  const { approximateTaxes: table } = rates;
  const [ncm, origin] = [textOf(trace, 'ncm'), textOf(trace, 'icmsOrigin')];
  const found = approximateRatesOfGoods({ table, date }, { ncm, origin, issuerState });
  if (!table || !found) return null;
  const price = operationValue(line);
  const of = (rate: string) => percentOf(price, decimal(rate));
  const [federal, state, municipal] = [of(found.federal), of(found.state), of(found.municipal)];
  return {
    value: money(sum([federal, state, municipal])),
    byTreasury: { federal: money(federal), state: money(state), municipal: money(municipal) },
    source: table.source,
  };
}
