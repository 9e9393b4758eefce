import { setTimeout } from 'node:timers/promises';
import { percentile } from '../figures/percentile.ts';
import type { Statement, Tap } from './tap.ts';

/** What each process asked of PostgreSQL for one note. */
export type NoteTrace = { api: Statement[]; worker: Statement[] };
export type Asking = keyof NoteTrace;

/** How often one note does something. `flushes` are transactions that wrote: their commits wait for the disk; `planned` statements whose plan is made anew. */
export type Counts = { statements: number; roundTrips: number; flushes: number; planned: number };

/** A statement with its values left out. */
export type Shape = { text: string; aNote: number; roundTrips: number; isPrepared: boolean; p50Ms: number };

/** For so long nothing more may come of a note before it is counted: what follows an authorization is a matter of milliseconds. */
const quietMs = 250;

/** Issues notes one after the other, and keeps apart what each of them asked of PostgreSQL. */
export async function traceNotes(
  taps: Record<Asking, Tap>,
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

/**
 * What belongs to every note: processes ask for other things now and then, as whether they are still wanted, and those stand in few of the
 * traces.
 */
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

/** The counts of the note in the middle: one that met a fault or a pause of its own moves nothing. */
export function countsOf(traces: Statement[][]): Counts {
  const middle = (values: number[]): number => percentile(values, 0.5);
  return {
    statements: middle(traces.map((trace) => trace.length)),
    roundTrips: middle(traces.map((trace) => trace.filter(({ beginsRoundTrip }) => beginsRoundTrip).length)),
    flushes: middle(traces.map(flushesOf)),
    planned: middle(traces.map((trace) => trace.filter(isPlanned).length)),
  };
}

/** Beginnings, ends and the walls of a transaction need no plan. */
function isPlanned({ isPrepared, tag, text }: Statement): boolean {
  return (
    !isPrepared && !['BEGIN', 'START TRANSACTION', 'COMMIT', 'ROLLBACK'].includes(tag) && !text.includes('set_config(')
  );
}

const writes = /\b(?:insert into|update|delete from|for (?:no key )?update|for (?:key )?share)\b/i;

/** The transactions of a trace that wrote. A function that writes is not seen to, as the one that counts a key's requests in a table without log. */
function flushesOf(trace: Statement[]): number {
  /** Connections amid a transaction, and whether it has written. */
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
    aNote: statements.length / traces.length,
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
