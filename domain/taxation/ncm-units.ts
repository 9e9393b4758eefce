import fuels from '../../tables/fuels.json' with { type: 'json' };
import table from '../../tables/ncm-units.json' with { type: 'json' };

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
