/** What SEFIN knows of a municipality: its agreement with the national system, and what it has set up there. */
export type City = {
  /** IBGE's seven digits. */
  cMun: string;
  xMun: string;
  UF: string;
  /** Null where there is none. `since` is the day of its activation, AAAA-MM-DD. */
  agreement: { active: boolean; since: string } | null;
  /** Rate of ISSQN in percent, by national service code (cTribNac). */
  rates: Readonly<Record<string, string>>;
  /** Rate of the services that are not in `rates`; null where the city does not administer them (E0312). */
  defaultRate: string | null;
  /** A deadline of null is two years, the longest that the system allows; a limit of null is none. */
  cancellation: { deadlineDays: number | null; limit: string | null; requiresTaker: boolean };
};

/** What a city is until it is changed: active since 2023, 5 % for every service, cancellations of any note. */
const ordinary: Omit<City, 'cMun' | 'xMun' | 'UF'> = {
  agreement: { active: true, since: '2023-01-01' },
  rates: {},
  defaultRate: '5.00',
  cancellation: { deadlineDays: null, limit: null, requiresTaker: false },
};

/**
 * The cities at the start. Agreements and rates are chosen so that each state of them can be met; they say nothing about the real
 * cities, whose own are asked at the parametrization service.
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

  /** Changes a city, or adds one: as an ordinary city but for what is said. */
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
