import { DateTime } from 'luxon';
import { classTable } from '../../domain/taxation/ibs-cbs/class.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { lawChanges } from '../../domain/law-calendar.ts';
import { states } from '../../domain/taxation/rates/schemas.ts';

/** A rate as it is shown: how high, from which day until which (null: until a law changes it), by which law, from which table. */
type RateRow<Rate> = {
  state: string;
  rate: Rate;
  from: string;
  until: string | null;
  law: string;
  confidence: string;
  table: Origin;
};

/** Whose table a rate is from: Lavra's, or the operator's. */
export type Origin = 'LAVRA' | 'LAVRA_RATES';

type Fund = {
  accepted: string[] | null;
  acceptedUpTo: string | null;
  general: string | null;
  generalTo: string | null;
};

/** What the operator's file replaces in the shipped tables. */
export type GivenRates = {
  tables: ReadonlySet<string>;
  statesOf: (table: 'icmsInternal' | 'fcp') => ReadonlySet<string>;
  /** Changes of the law for which the operator gives the days. */
  changes: ReadonlySet<string>;
};

/** The state to show with all of its periods, and the day; without a state, all states are shown as of the day. */
export type RateQuery = { state: string | undefined; on: string };

/** The rates in force, for people and scripts. */
export function ratesInForce(rates: LawTables, given: GivenRates, { state, on }: RateQuery) {
  const wanted = state === undefined ? states : [state];
  const periodsOf = <Period extends LawPeriod, Rate>(
    table: 'icmsInternal' | 'fcp',
    read: (period: Period) => Rate,
    of: ReadonlyMap<string, readonly Period[]>,
  ): RateRow<Rate>[] =>
    wanted.flatMap((uf) => {
      const origin: Origin = given.statesOf(table).has(uf) ? 'LAVRA_RATES' : 'LAVRA';
      return withEnds(of.get(uf) ?? [])
        .filter(({ from, until }) => state !== undefined || (from <= on && (until === null || on <= until)))
        .map((period) => {
          const { from, until, law, confidence } = period;
          return { state: uf, rate: read(period), from, until, law, confidence, table: origin };
        });
    });
  const { approximateTaxes, difal } = rates;
  const originOf = (table: string): Origin => (given.tables.has(table) ? 'LAVRA_RATES' : 'LAVRA');
  return {
    on,
    icms: periodsOf('icmsInternal', ({ rate }) => rate, rates.icmsInternal.states),
    fcp: periodsOf('fcp', fundOf, rates.fcp.states),
    difalInsideBase: difal.periods.findLast(({ from }) => from <= on)?.insideBase ?? [],
    ibsCbs: rates.ibsCbs.periods
      .filter(({ until }) => until >= on)
      .map(({ from, until, state, municipal, cbs }) => ({
        ...{ from, until, state: state.toFixed(), municipal: municipal.toFixed(), cbs: cbs?.toFixed() ?? null },
        table: originOf('ibsCbs'),
      })),
    ibsCbsSource: rates.ibsCbs.source,
    cClassTrib: classTable,
    calendar: lawChanges.map((change) => {
      const { homologation, production, law, confidence } = rates.calendar.changes[change];
      const origin: Origin = given.changes.has(change) ? 'LAVRA_RATES' : 'LAVRA';
      return { change, homologation, production, law, confidence, table: origin };
    }),
    approximateTaxes: approximateTaxes && {
      ...{ source: approximateTaxes.source, from: approximateTaxes.from, until: approximateTaxes.until },
      goods: Object.keys(approximateTaxes.goods).length,
      services: Object.keys(approximateTaxes.services).length,
    },
  };
}

export type RatesInForce = ReturnType<typeof ratesInForce>;

type LawPeriod = { from: string; law: string; confidence: string };

/** Each period with its last day. */
function withEnds<Period extends LawPeriod>(periods: readonly Period[]): (Period & { until: string | null })[] {
  return periods.map((period, index) => ({ ...period, until: dayBefore(periods[index + 1]?.from) }));
}

function dayBefore(day: string | undefined): string | null {
  return day === undefined ? null : DateTime.fromISO(day, { zone: 'utc' }).minus({ days: 1 }).toFormat('yyyy-MM-dd');
}

type FundPeriod = NonNullable<ReturnType<LawTables['fcp']['states']['get']>>[number];

function fundOf({ accepted, acceptedUpTo, general }: FundPeriod): Fund {
  return {
    accepted: accepted ?? null,
    acceptedUpTo: acceptedUpTo ?? null,
    general: general?.rate ?? null,
    generalTo: general?.internal ?? null,
  };
}

/** What an operator's file replaces in the shipped tables; the form of the file was checked already. */
export function givenTables(given: unknown): GivenRates {
  const tables =
    typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map<string, unknown>();
  const calendar = objectOf(tables.get('calendar'));
  return {
    tables: new Set(tables.keys()),
    changes: new Set(Object.keys('changes' in calendar ? objectOf(calendar.changes) : {})),
    statesOf(name) {
      const table: unknown = tables.get(name);
      if (typeof table !== 'object' || table === null) return new Set();
      const { states: named }: { states?: unknown } = table;
      // In the form of earlier versions a file replaces every state.
      return new Set(typeof named === 'object' && named !== null ? Object.keys(named) : states);
    },
  };
}

/** The value where it is an object, else an empty object. */
export function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
