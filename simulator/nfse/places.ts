import { child, textOf } from '../xml/element.ts';
import type { Cities, City } from './city.ts';
import type { Dps } from './read-dps.ts';
import { isTaxable } from './read-dps.ts';
import { isOutsideIssqn, whereDue } from './services.ts';

/** IBGE's two digits of each state. */
const states = new Set([
  ...['11', '12', '13', '14', '15', '16', '17', '21', '22', '23', '24', '25', '26', '27', '28', '29'],
  ...['31', '32', '33', '35', '41', '42', '43', '50', '51', '52', '53'],
]);

/** The place "Águas Marítimas". */
export const maritimeWaters = '0000000';

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Whether a code can be a municipality's: IBGE's list is not held, its states are. */
export function isMunicipality(cMun: string): boolean {
  return states.has(cMun.slice(0, 2)) && cMun.slice(2) !== '00000';
}

/** Whether a code is of a country other than Brazil. */
export function isForeignCountry(code: string): boolean {
  return code !== 'BR' && countries.of(code) !== undefined;
}

/** Name of a place; for municipalities of which nothing is known, their code. */
export function placeName(cMun: string, cities: Cities): string {
  if (cMun === maritimeWaters) return 'Águas Marítimas';
  return cities.of(cMun)?.xMun ?? `Município ${cMun}`;
}

/** Whether the agreement of a city is in force on a day. */
export function isActive(city: City | undefined, day: string): boolean {
  return city?.agreement?.active === true && city.agreement.since <= day;
}

/** Where ISSQN is due, and whether that city's agreement is in force; undefined where none is due anywhere. */
export function incidence(
  dps: Dps,
  cities: Cities,
): { cMun: string; city: City | undefined; active: boolean } | undefined {
  if (!isTaxable(dps) || isOutsideIssqn(dps.cTribNac)) return undefined;
  const cMun = dueIn(dps);
  const city = cities.of(cMun);
  return { cMun, city, active: isActive(city, dps.dCompet) };
}

function dueIn({ cTribNac, cLocEmi, serv, toma }: Dps): string {
  const place = textOf(serv, 'locPrest', 'cLocPrestacao') ?? maritimeWaters;
  switch (whereDue(cTribNac)) {
    case 'service':
      return place === maritimeWaters ? cLocEmi : place;
    case 'taker':
      return textOf(toma, 'end', 'endNac', 'cMun') ?? cLocEmi;
    case 'provider':
      return cLocEmi;
  }
}

/** Whether the service is rendered abroad, or one of its parties lives there. */
export function isForeignTrade({ serv, toma, interm }: Dps): boolean {
  return [child(serv, 'locPrest', 'cPaisPrestacao'), child(toma, 'end', 'endExt'), child(interm, 'end', 'endExt')].some(
    (found) => found !== undefined,
  );
}
