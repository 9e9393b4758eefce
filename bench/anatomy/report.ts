import { tableOf } from '../figures/requests.ts';
import type { Sample } from '../figures/sample.ts';
import { cpuEach, perSecond } from '../figures/table.ts';
import type { KeptCalls } from './kept-calls.ts';
import type { LockWaits } from './lock-waits.ts';
import { type TracedProcess, countsOf, type NoteTrace, shapesOf } from './note-trace.ts';
import type { ServerFigures, StatementCost, TableBytes } from './server-figures.ts';
import type { LogUse } from './log-use.ts';

/** The measurements of notes issued one after the other, and of `busy` notes with several in flight. */
export type Anatomy = {
  traces: NoteTrace[];
  alone: ServerFigures;
  together: ServerFigures;
  lanes: number;
  busy: number;
  sample: Sample;
  costs: StatementCost[];
  waits: Map<string, LockWaits>;
  written: LogUse[];
  kept: TableBytes[];
  calls: KeptCalls;
};

/** Tables in Markdown: first what a whole note costs, then its parts. */
export function report(anatomy: Anatomy): string {
  const { lanes, busy, sample, traces } = anatomy;
  const parts = [
    ['One note', `${counts(traces)}\n\n${ofServer(anatomy)}`],
    ['Statements of the API, one note alone', statements(traces.map(({ api }) => api))],
    ['Statements of the worker, one note alone', statements(traces.map(({ worker }) => worker))],
    [`What PostgreSQL spends, ${lanes} in flight`, costs(anatomy)],
    [`Locks waited for, ${busy} notes, ${lanes} in flight`, waits(anatomy)],
    [`WAL of a note by table, bytes, ${lanes} in flight`, written(anatomy)],
    ['What is kept of a note', kept(anatomy)],
    ['What keeping its calls costs, behind the answers', keptCalls(anatomy)],
    [`CPU of a note, ${lanes} in flight, ms (${perSecond(sample).toFixed(1)} notes a second)`, cpu(anatomy)],
  ];
  return parts.map(([heading, text]) => `## ${heading}\n\n${text}\n`).join('\n');
}

function counts(traces: NoteTrace[]): string {
  const of = (asking: TracedProcess) => countsOf(traces.map((trace) => trace[asking]));
  const [api, worker] = [of('api'), of('worker')];
  const row = (what: string, name: keyof typeof api): string[] => [
    what,
    ...[api[name], worker[name], api[name] + worker[name]].map(String),
  ];
  return tableOf(
    ['', 'API', 'worker', 'both'],
    [
      row('statements', 'statements'),
      row('planned anew', 'planned'),
      row('round trips', 'roundTrips'),
      row('flushes', 'flushes'),
    ],
  );
}

function ofServer({ alone, together, lanes }: Anatomy): string {
  const row = (what: string, figures: ServerFigures): string[] => [
    what,
    ...[fixed(figures.flushes, 2), fixed(figures.walBytes / 1024), fixed(figures.planMs, 2)],
    ...[fixed(figures.executeMs, 2), `${fixed(figures.hotUpdates)} of ${fixed(figures.updates)}`],
  ];
  return tableOf(
    ['of the whole server', 'flushes', 'WAL KB', 'plan ms', 'execute ms', 'updates in place (HOT)'],
    [row('alone', alone), row(`${lanes} in flight`, together)],
  );
}

function statements(traces: Parameters<typeof shapesOf>[0]): string {
  return tableOf(
    ['', 'a note', 'round trips', 'p50 ms', 'prepared'],
    shapesOf(traces).map(({ text, perNote, roundTrips, p50Ms, isPrepared }) => [
      shown(text),
      ...[fixed(perNote), fixed(roundTrips), fixed(p50Ms, 2), isPrepared ? 'yes' : ''],
    ]),
  );
}

function costs({ costs: each }: Anatomy): string {
  return tableOf(
    ['', 'calls', 'plan ms', 'execute ms', 'WAL bytes'],
    each.map(({ query, calls, planMs, executeMs, walBytes }) => [
      shown(query.replaceAll(/\s+/g, ' ')),
      ...[fixed(calls), fixed(planMs, 2), fixed(executeMs, 2), fixed(walBytes, 0)],
    ]),
  );
}

function waits({ waits: each, busy }: Anatomy): string {
  return tableOf(
    ['', 'waits', 'ms a note'],
    [...each].map(([what, { count, ms }]) => [what, String(count), fixed(ms / busy)]),
  );
}

/** Tables with fewer bytes a note are left out: together they are not a hundredth of a note. */
const fewBytes = 20;

function written({ written: tables }: Anatomy): string {
  const all: LogUse = { table: 'all', rowBytes: 0, toastBytes: 0, indexBytes: 0, updates: 0, hotUpdates: 0 };
  for (const each of tables) {
    all.rowBytes += each.rowBytes;
    all.toastBytes += each.toastBytes;
    all.indexBytes += each.indexBytes;
    all.updates += each.updates;
    all.hotUpdates += each.hotUpdates;
  }
  const told = tables.filter(({ rowBytes, toastBytes, indexBytes }) => rowBytes + toastBytes + indexBytes >= fewBytes);
  return tableOf(
    ['', 'all', 'rows', 'out of line', 'indexes', 'updates', 'in place (HOT)'],
    [...told, all].map(({ table, rowBytes, toastBytes, indexBytes, updates, hotUpdates }) => [
      table,
      ...[rowBytes + toastBytes + indexBytes, rowBytes, toastBytes, indexBytes].map((bytes) => fixed(bytes, 0)),
      ...[fixed(updates), fixed(hotUpdates)],
    ]),
  );
}

function kept({ kept: tables }: Anatomy): string {
  const all: TableBytes = { table: 'all', rows: 0, bytes: 0, diskBytes: 0, indexBytes: 0 };
  for (const each of tables) {
    all.rows += each.rows;
    all.bytes += each.bytes;
    all.diskBytes += each.diskBytes;
    all.indexBytes += each.indexBytes;
  }
  return tableOf(
    ['', 'rows', 'bytes of values', 'bytes of files', 'of indexes'],
    [...tables, all].map(({ table, rows, bytes, diskBytes, indexBytes }) => [
      table,
      ...[fixed(rows), fixed(bytes, 0), fixed(diskBytes, 0), fixed(indexBytes, 0)],
    ]),
  );
}

/** The cost of stored calls, which belongs to no note: one statement stores calls of many. */
function keptCalls({ calls: { calls, all, bytesEach } }: Anatomy): string {
  return tableOf(
    ['calls together', 'statements', 'round trips', 'flushes', 'bytes sent, each'],
    [[calls, all.statements, all.roundTrips, all.flushes, Math.round(bytesEach)].map(String)],
  );
}

function cpu({ sample }: Anatomy): string {
  const each = cpuEach(sample);
  const all = each.reduce((sum, [, ms]) => sum + ms, 0);
  return tableOf([...each.map(([name]) => name), 'all'], [[...each.map(([, ms]) => fixed(ms)), fixed(all)]]);
}

const widest = 150;
/** A statement as a cell of a table takes it. */
const shown = (text: string): string =>
  (text.length > widest ? `${text.slice(0, widest - 1)}…` : text).replaceAll('|', '\\|');
const fixed = (value: number, digits = 1): string => value.toFixed(digits);
