import fuels from '../../tables/fuels.json' with { type: 'json' };
import table from '../../tables/ncm-units.json' with { type: 'json' };
import { type Decimal, decimal } from '../money.ts';

/** A row of the table: the unit, then its first and last day; without days it always holds. */
type Period = string[];

const units: ReadonlyMap<string, Period[]> = new Map<string, Period[]>(Object.entries(table.ncm));

/** The unit of foreign trade in which goods of an NCM are counted on a day (rule I14-10); null where the table has none. */
export function unitOfNcm(ncm: string, date: string): string | null {
  const inForce = (units.get(ncm) ?? []).find(([, from = '', until = '9999-12-31']) => from <= date && date <= until);
  return inForce?.[0] ?? null;
}

/** The name of a unit in Portuguese: `Quilograma` for `KG`. */
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

/** Spellings of units by people, and the table of foreign trade's own. */
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

/** What a unit measures, and how much of it: things, grams or litres. A carat is 0.2 g. */
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

/** Whether two units are the same, whatever their spelling. */
export function isSameUnit(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** The quantity in another unit, where both units measure the same thing; null where they do not, or are not known. */
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
