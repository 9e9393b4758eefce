import { decimal, type Decimal } from '../money.ts';

/** How people write a unit that the table of foreign trade writes otherwise. */
const names: ReadonlyMap<string, string> = new Map([
  ['UNID', 'UN'],
  ['UND', 'UN'],
  ['DZ', 'DUZIA'],
  ['DUZ', 'DUZIA'],
  ['GR', 'G'],
  ['T', 'TON'],
  ['L', 'LT'],
  ['LITRO', 'LT'],
  ['M', 'METRO'],
  ['MT', 'METRO'],
  ['PAR', 'PARES'],
  ['PR', 'PARES'],
  ['MIL', '1000UN'],
  ['MILHEI', '1000UN'],
  ['MWH', 'MWHORA'],
]);

/** What some units are of the same thing: counted goods, grams, litres. A carat is 0.2 g. */
const measures: ReadonlyMap<string, readonly [thing: string, amount: string]> = new Map([
  ['UN', ['COUNT', '1']],
  ['DUZIA', ['COUNT', '12']],
  ['1000UN', ['COUNT', '1000']],
  ['QUILAT', ['MASS', '0.2']],
  ['G', ['MASS', '1']],
  ['KG', ['MASS', '1000']],
  ['TON', ['MASS', '1000000']],
  ['LT', ['VOLUME', '1']],
  ['M3', ['VOLUME', '1000']],
]);

/** Whether two units are the same one, however they are written. */
export function isSameUnit(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** The quantity in another unit, where the units themselves tell how many of it there are; null where they do not. */
export function converted(quantity: Decimal, from: string, to: string): Decimal | null {
  if (isSameUnit(from, to)) return quantity;
  const [source, target] = [measures.get(plain(from)), measures.get(plain(to))];
  if (!source || !target || source[0] !== target[0]) return null;
  return quantity.times(decimal(source[1])).div(decimal(target[1]));
}

function plain(unit: string): string {
  const written = unit.trim().toUpperCase();
  return names.get(written) ?? written;
}
