import { child, textOf } from '../xml/element.ts';
import { type Dps, isTaxable } from './read-dps.ts';
import { isOutsideIssqn, whereDue } from './services.ts';

/** The two digits of each state in IBGE's codes. */
const states = new Set([
  ...['11', '12', '13', '14', '15', '16', '17', '21', '22', '23', '24', '25', '26', '27', '28', '29'],
  ...['31', '32', '33', '35', '41', '42', '43', '50', '51', '52', '53'],
]);

/** The place "Águas Marítimas". */
export const maritimeWaters = '0000000';

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Whether a code can be a municipality's, by its state's digits: the simulator does not have IBGE's list here. */
export function isMunicipality(cMun: string): boolean {
  return states.has(cMun.slice(0, 2)) && cMun.slice(2) !== '00000';
}

/** Whether a code is of a country other than Brazil. */
export function isForeignCountry(code: string): boolean {
  return code !== 'BR' && countries.of(code) !== undefined;
}

/** The name of a place; the code itself for municipalities that the simulator does not know. */
export function placeName(cMun: string, cities: Cities): string {
  if (cMun === maritimeWaters) return 'Águas Marítimas';
  return cities.of(cMun)?.xMun ?? `Município ${cMun}`;
}

/** Whether the agreement of a city is in force on a day. */
export function isActive(city: City | undefined, day: string): boolean {
  return city?.agreement?.active === true && city.agreement.since <= day;
}

/** Where ISSQN is due, and whether that city's agreement is in force; undefined if it is due nowhere. */
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

/** What SEFIN knows of a municipality: its agreement with the national system, and its settings there. */
export type City = {
  /** IBGE's seven digits. */
  cMun: string;
  xMun: string;
  UF: string;
  /** Null without an agreement. `since` is the day on which it was activated, AAAA-MM-DD. */
  agreement: { active: boolean; since: string } | null;
  /** Rate of ISSQN in percent, by national service code (cTribNac). */
  rates: Readonly<Record<string, string>>;
  /** Rate of the services that are not in `rates`; null where the city does not administer them (E0312). */
  defaultRate: string | null;
  /** `deadlineDays` null: two years, the longest that the system allows; `limit` null: no limit. */
  cancellation: { deadlineDays: number | null; limit: string | null; requiresTaker: boolean };
};

/** The settings of a city until a user changes them: agreement active since 2023, 5 % for every service, cancellation of any note. */
const ordinary: Omit<City, 'cMun' | 'xMun' | 'UF'> = {
  agreement: { active: true, since: '2023-01-01' },
  rates: {},
  defaultRate: '5.00',
  cancellation: { deadlineDays: null, limit: null, requiresTaker: false },
};

/**
 * The cities at the start. Their agreements and rates are made up so that every state of them occurs; real ones are asked at the
 * parametrization service.
 */
const published: readonly City[] = [
  { ...ordinary, cMun: '3550308', xMun: 'São Paulo', UF: 'SP', rates: { '010701': '2.90', '170101': '5.00' } },
  { ...ordinary, cMun: '3304557', xMun: 'Rio de Janeiro', UF: 'RJ' },
  { ...ordinary, cMun: '3106200', xMun: 'Belo Horizonte', UF: 'MG', rates: { '010101': '2.50' }, defaultRate: null },
  { ...ordinary, cMun: '4106902', xMun: 'Curitiba', UF: 'PR' },
  { ...ordinary, cMun: '5300108', xMun: 'Brasília', UF: 'DF', defaultRate: '2.00' },
  { ...ordinary, cMun: '4314902', xMun: 'Porto Alegre', UF: 'RS', agreement: { active: false, since: '2023-01-01' } },
  { ...ordinary, cMun: '2927408', xMun: 'Salvador', UF: 'BA', agreement: { active: true, since: '2026-11-01' } },
  { ...ordinary, cMun: '2611606', xMun: 'Recife', UF: 'PE', agreement: null },
];

/** The cities of one simulated authority, which its user may change. */
export class Cities {
  readonly #cities = new Map(published.map((city) => [city.cMun, city]));

  of(cMun: string): City | undefined {
    return this.#cities.get(cMun);
  }

  /** Changes a city, or adds one: fields that are left out stay, or are those of an ordinary city. */
  change(cMun: string, what: Partial<Omit<City, 'cMun'>>): City {
    const before = this.of(cMun) ?? { ...ordinary, cMun, xMun: `Município ${cMun}`, UF: '' };
    const city = { ...before, ...what, cMun };
    this.#cities.set(cMun, city);
    return city;
  }

  all(): City[] {
    return [...this.#cities.values()];
  }
}
