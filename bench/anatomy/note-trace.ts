import { setTimeout } from 'node:timers/promises';
import { percentile } from '../figures/percentile.ts';
import type { Statement, Tap } from './tap.ts';

/** The statements that each process sent to PostgreSQL for one note. */
export type NoteTrace = { api: Statement[]; worker: Statement[] };
export type TracedProcess = keyof NoteTrace;

/**
 * How often one note does something. `flushes`: transactions that wrote, whose commits wait for the disk; `planned`: statements whose plan
 * is made anew.
 */
export type Counts = { statements: number; roundTrips: number; flushes: number; planned: number };

/** A statement without its values; `perNote` is how often one note sends it. */
export type Shape = { text: string; perNote: number; roundTrips: number; isPrepared: boolean; p50Ms: number };

/** How long (ms) nothing more may come of a note before it is counted: everything after an authorization takes milliseconds. */
const quietMs = 250;

/** Issues notes one after the other, and records separately what each of them sent to PostgreSQL. */
export async function traceNotes(
  taps: Record<TracedProcess, Tap>,
  { notes, issue }: { notes: number; issue: () => Promise<unknown> },
): Promise<NoteTrace[]> {
  const traces: NoteTrace[] = [];
  const take = (): NoteTrace => ({ api: taps.api.take(), worker: taps.worker.take() });
  for (let note = 0; note < notes; note += 1) {
    await setTimeout(quietMs);
    take();
    await issue();
    await setTimeout(quietMs);
    traces.push(take());
  }
  return traces;
}

/** The statements that more than half of the notes have. Processes also send others now and then, for example to see whether they shall stop. */
export function ofEachNote(traces: NoteTrace[]): NoteTrace[] {
  return traces.map(({ api, worker }) => ({
    api: api.filter(isCommon(traces.map((trace) => trace.api))),
    worker: worker.filter(isCommon(traces.map((trace) => trace.worker))),
  }));
}

function isCommon(traces: Statement[][]): (statement: Statement) => boolean {
  const within = traces.map((trace) => new Set(trace.map(shapeOf)));
  const common = new Map<string, boolean>();
  return (statement) => {
    const shape = shapeOf(statement);
    const known = common.get(shape) ?? within.filter((shapes) => shapes.has(shape)).length * 2 > traces.length;
    common.set(shape, known);
    return known;
  };
}

/** The median counts of the notes, so that a note with a fault or a pause of its own does not matter. */
export function countsOf(traces: Statement[][]): Counts {
  const middle = (values: number[]): number => percentile(values, 0.5);
  return {
    statements: middle(traces.map((trace) => trace.length)),
    roundTrips: middle(traces.map((trace) => trace.filter(({ beginsRoundTrip }) => beginsRoundTrip).length)),
    flushes: middle(traces.map(flushesOf)),
    planned: middle(traces.map((trace) => trace.filter(isPlanned).length)),
  };
}

/** Whether a statement needs a plan: begin and end of a transaction and its access settings do not. */
function isPlanned({ isPrepared, tag, text }: Statement): boolean {
  return (
    !isPrepared && !['BEGIN', 'START TRANSACTION', 'COMMIT', 'ROLLBACK'].includes(tag) && !text.includes('set_config(')
  );
}

const writes = /\b(?:insert into|update|delete from|for (?:no key )?update|for (?:key )?share)\b/i;

/**
 * How many transactions of a trace wrote. Functions that write are not recognized, such as the one that counts a key's requests in an
 * unlogged table.
 */
function flushesOf(trace: Statement[]): number {
  /** Connections in a transaction, with whether it has written. */
  const open = new Map<number, boolean>();
  let flushes = 0;
  for (const { connection, text, tag } of trace) {
    const isWrite = writes.test(text);
    if (tag === 'BEGIN' || tag === 'START TRANSACTION') open.set(connection, false);
    else if (tag === 'COMMIT' || tag === 'ROLLBACK') {
      if (tag === 'COMMIT' && open.get(connection)) flushes += 1;
      open.delete(connection);
    } else if (open.has(connection)) open.set(connection, isWrite || open.get(connection) === true);
    else if (isWrite) flushes += 1;
  }
  return flushes;
}

/** Every statement of a note, in the order of the first one that has it. */
export function shapesOf(traces: Statement[][]): Shape[] {
  const shapes = new Map<string, Statement[]>();
  for (const statement of traces.flat()) {
    const shape = shapeOf(statement);
    shapes.set(shape, [...(shapes.get(shape) ?? []), statement]);
  }
  return [...shapes].map(([text, statements]) => ({
    text,
    perNote: statements.length / traces.length,
    roundTrips: statements.filter(({ beginsRoundTrip }) => beginsRoundTrip).length / traces.length,
    isPrepared: statements.every(({ isPrepared }) => isPrepared),
    p50Ms: percentile(
      statements.map(({ tookMs }) => tookMs),
      0.5,
    ),
  }));
}

/** The text without the values in it. */
export function shapeOf({ text }: Pick<Statement, 'text'>): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\bE\?/g, '?')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:\?, ?)+\?/g, '?, …')
    .trim();
}
