import type { LawTables } from '../../domain/taxation/law-tables.ts';

/** The tables of an operator's file, as JSON. */
export type GivenTables = Record<string, unknown>;

type Dated = { from: string };

/** Puts a state's period into the operator's table of states, with the periods that it has now, and in place of one of the same day. */
export function withStatePeriod<Period extends Dated>(
  given: GivenTables,
  { table, state, period }: { table: 'icmsInternal' | 'fcp'; state: string; period: Period },
  rates: LawTables,
): GivenTables {
  const present: Dated[] = [...(rates[table].states.get(state) ?? [])];
  const { source, states } = statesOf(given[table], rates, table);
  return { ...given, [table]: { source, states: { ...states, [state]: withPeriod(present, period) } } };
}

/** Puts a period into the operator's table of IBS and CBS, with those that it has now, and in place of one of the same day. */
export function withIbsCbsPeriod<Period extends Dated>(
  given: GivenTables,
  { period, law }: { period: Period; law: string },
  { ibsCbs }: LawTables,
): GivenTables {
  const present = ibsCbs.periods.map(({ from, until, state, municipal, cbs, addsToTotal }) => ({
    from,
    until,
    state: state.toFixed(),
    municipal: municipal.toFixed(),
    cbs: cbs?.toFixed() ?? null,
    addsToTotal,
  }));
  return { ...given, ibsCbs: { source: law, periods: withPeriod(present, period) } };
}

/** The states that the operator's table has; one in the form of earlier versions has them all. */
function statesOf(
  given: unknown,
  rates: LawTables,
  table: 'icmsInternal' | 'fcp',
): { source: unknown; states: Record<string, unknown> } {
  const isGiven = typeof given === 'object' && given !== null;
  if (isGiven && 'states' in given) {
    return { source: sourceOf(given), states: { ...objectOf(given.states) } };
  }
  return isGiven
    ? { source: sourceOf(given), states: Object.fromEntries<unknown>(rates[table].states) }
    : { source: own, states: {} };
}

const own = 'Acrescentado com "lavra rates add"';

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function sourceOf(given: object): unknown {
  return 'source' in given ? given.source : own;
}

function withPeriod(periods: readonly Dated[], period: Dated): Dated[] {
  return [...periods.filter(({ from }) => from !== period.from), period].sort((a, b) => (a.from < b.from ? -1 : 1));
}
