import fuels from '../../tables/fuels.json' with { type: 'json' };
import table from '../../tables/ncm-units.json' with { type: 'json' };
import { type Decimal, decimal } from '../money.ts';

/** One row: the unit, and the days between which it holds; without days it always does. */
type Period = string[];

const units: ReadonlyMap<string, Period[]> = new Map<string, Period[]>(Object.entries(table.ncm));

/** The unit in which goods of an NCM are counted in foreign trade on that day (rule I14-10); null where the table has none. */
export function unitOfNcm(ncm: string, date: string): string | null {
  const inForce = (units.get(ncm) ?? []).find(([, from = '', until = '9999-12-31']) => from <= date && date <= until);
  return inForce?.[0] ?? null;
}

/** In Portuguese, the unit's name: `Quilograma` of `KG`. */
export function unitInWords(unit: string): string {
  return new Map<string, string>(Object.entries(table.units)).get(unit) ?? unit;
}

const fuelUnits: ReadonlyMap<string, string> = new Map(
  fuels.rows.flatMap(([code, , , , unit]): [string, string][] => (code && unit ? [[code, unit]] : [])),
);

/** The unit in which a fuel under single-phase ICMS is counted, by its ANP code (rule I13-20, NT 2023.001); null for any other product. */
export function unitOfFuel(anpCode: string): string | null {
  return fuelUnits.get(anpCode) ?? null;
}

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
