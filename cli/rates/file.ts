import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { Env } from '../../config/env.ts';
import type { FirstDays, LawChange } from '../../domain/law-calendar.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { objectOf } from '../../operations/law/rates-in-force.ts';
import { CommandRefused } from '../command-refused.ts';

/**
 * Path of the tables that a command is about: the file that was typed, or that of LAVRA_RATES.
 *
 * @throws {CommandRefused} `invalid_settings` where there is neither
 */
export function ratesFileOf(named: string | undefined, { ratesFile }: Pick<Env, 'ratesFile'>): string {
  const path = named ?? ratesFile;
  if (path !== undefined) return path;
  throw new CommandRefused('invalid_settings', 'LAVRA_RATES não está definido: diga o arquivo, ou defina LAVRA_RATES.');
}

/**
 * The JSON of a file of tables; an empty object where there is no file yet and `mayBeNew`.
 *
 * @throws {CommandRefused} `unreadable_file`
 */
export function readRatesFile(path: string, { mayBeNew }: { mayBeNew: boolean }): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (mayBeNew && isMissing(cause)) return {};
    throw new CommandRefused('unreadable_file', `Não foi possível ler ${path} como JSON.`, { cause });
  }
}

/**
 * Replaces the file of tables in one step: a process that starts meanwhile reads the old tables or the new ones.
 *
 * @throws {CommandRefused} `unwritable_file`
 */
export async function writeRatesFile(path: string, tables: object): Promise<void> {
  const beside = `${path}.${process.pid}.new`;
  try {
    await writeFile(beside, `${JSON.stringify(tables, null, 2)}\n`);
    await rename(beside, path);
  } catch (cause) {
    throw new CommandRefused('unwritable_file', `Não foi possível escrever ${path}.`, { cause });
  }
}

function isMissing(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT';
}

/** The tables of an operator's file, as JSON. */
export type GivenTables = Record<string, unknown>;

type DatedPeriod = { from: string };

/** Adds a state's period to the operator's table of states, with the state's present periods; replaces one that begins on the same day. */
export function withStatePeriod<Period extends DatedPeriod>(
  given: GivenTables,
  { table, state, period }: { table: 'icmsInternal' | 'fcp'; state: string; period: Period },
  rates: LawTables,
): GivenTables {
  const present: DatedPeriod[] = [...(rates[table].states.get(state) ?? [])];
  const { source, states } = statesOf(given[table], rates, table);
  return { ...given, [table]: { source, states: { ...states, [state]: withPeriod(present, period) } } };
}

/** Adds a period to the operator's table of IBS and CBS, with the present periods; replaces one that begins on the same day. */
export function withIbsCbsPeriod<Period extends DatedPeriod>(
  given: GivenTables,
  { period, law }: { period: Period; law: string },
  { ibsCbs }: LawTables,
): GivenTables {
  const present = ibsCbs.periods.map(({ from, until, state, municipal, cbs }) => ({
    from,
    until,
    state: state.toFixed(),
    municipal: municipal.toFixed(),
    cbs: cbs?.toFixed() ?? null,
  }));
  return { ...given, ibsCbs: { source: law, periods: withPeriod(present, period) } };
}

/** Sets the first days of a change in the operator's calendar; a day that is not given stays as it was. */
export function withFirstDays(
  given: GivenTables,
  {
    change,
    days,
    law,
  }: { change: LawChange; days: Partial<Pick<FirstDays, 'homologation' | 'production'>>; law: string },
  { calendar }: LawTables,
): GivenTables {
  const { homologation, production } = { ...calendar.changes[change], ...days };
  const present = objectOf(given.calendar);
  const changes = objectOf('changes' in present ? present.changes : {});
  const moved = { homologation, production, law, confidence: 'HIGH' };
  return { ...given, calendar: { source: sourceOf(present), changes: { ...changes, [change]: moved } } };
}

/** The states in the operator's table; a table in the form of earlier versions has all states. */
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

function sourceOf(given: object): unknown {
  return 'source' in given ? given.source : own;
}

function withPeriod(periods: readonly DatedPeriod[], period: DatedPeriod): DatedPeriod[] {
  return [...periods.filter(({ from }) => from !== period.from), period].sort((a, b) => (a.from < b.from ? -1 : 1));
}
