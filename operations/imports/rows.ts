import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import { type ImportKind, ImportRun } from '../../domain/imports/import-run.entity.ts';
import { readRow, type RowFault } from '../../domain/imports/rows.ts';
import { record } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { againAfterDeadlock } from '../transactions.ts';
import { type ImportRow, type ImportMode, processRows, type RowOutcome, type ImportRules } from './check-rows.ts';
import { ImportRefused } from './import-refused.ts';
import type { NewRecord, ImportedRecordKind } from './kind.ts';
import type { CsvRecord, RecordSheet } from './sheet.ts';

/** How many rows one transaction has: enough that round trips cost little, few enough that little is repeated after a crash. */
const batchSize = 500;

/** After so many faults the others are only counted. */
const mostErrors = 1_000;

/** The keys of the rows so far, with the lines that they were in. */
export type SeenKeys = {
  /** The lines of those keys that are known. */
  linesOf(keys: string[]): Promise<Map<string, number>>;
  add(lines: ReadonlyMap<string, number>): Promise<void>;
};

/** Takes the rows that are refused, with their faults. */
export type Refusals = { add(refusals: { record: CsvRecord; faults: RowFault[] }[]): Promise<void> };

/** What the import of rows works with, and the company that gets them. */
export type ImportContext = {
  orm: Orm;
  company: string;
  seen: SeenKeys;
  refusals: Refusals;
  progress: { start(total: number, done: number): void; at(done: number): void };
};

export type ImportOutcome = Counts & {
  /** Of the stored rows, how many are new; below, how many change something. Those of an earlier run are not counted. */
  created: number;
  changed: number;
  errors: (RowFault & { row: number })[];
};

/** Imports the rows of a sheet that `run` has not processed yet, or checks all where there is no run. */
export async function importRows<New extends NewRecord, Kept>(
  sheet: RecordSheet,
  rules: ImportRules<New, Kept>,
  run: ImportRun | null,
  place: ImportContext,
): Promise<ImportOutcome> {
  const done = run?.rowsDone ?? 0;
  let counts: Counts = { rowsDone: done, rowsStored: run?.rowsStored ?? 0, rowsRefused: run?.rowsRefused ?? 0 };
  const errors: ImportOutcome['errors'] = [];
  let [created, changed] = [0, 0];
  let passed = 0;
  place.progress.start(sheet.rowCount, done);
  for await (const records of batches(sheet.rows(), batchSize, done)) {
    const mode = run === null ? 'check' : passed < done ? 'pass' : 'write';
    const { outcomes, next } = await importBatch(records, { sheet, rules, mode, run, counts, place });
    const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome] : []));
    await place.refusals.add(refused.map(({ row: { record }, faults }) => ({ record, faults })));
    for (const { row, faults } of refused) {
      if (errors.length < mostErrors) errors.push(...faults.map((fault) => ({ row: row.record.line, ...fault })));
    }
    if (mode !== 'pass') {
      created += outcomes.filter(({ kind }) => kind === 'new').length;
      changed += outcomes.filter(({ kind }) => kind === 'changed').length;
    }
    passed += records.length;
    counts = next;
    place.progress.at(Math.max(passed, done));
  }
  return { ...counts, created, changed, errors };
}

type Batch<New extends NewRecord, Kept> = {
  sheet: RecordSheet;
  rules: ImportRules<New, Kept>;
  mode: ImportMode;
  run: ImportRun | null;
  counts: Counts;
  place: ImportContext;
};

async function importBatch<New extends NewRecord, Kept>(
  records: CsvRecord[],
  { sheet, rules, mode, run, counts, place: { orm, company, seen } }: Batch<New, Kept>,
): Promise<{ outcomes: RowOutcome<New>[]; next: Counts }> {
  const rows = records.map((record) => readRecord(record, sheet, rules.kind));
  const before = await seen.linesOf(rows.flatMap(({ key }) => (key === '' ? [] : [key])));
  const processed = await againAfterDeadlock(() =>
    inCompany(orm, company, async (em) => {
      const outcomes = await processRows(em, rows, { rules, mode, before });
      const next = mode === 'pass' ? counts : added(counts, outcomes);
      if (mode === 'write' && run) await advance(em, run, counts, next);
      return { outcomes, next };
    }),
  );
  const accepted = processed.outcomes.filter(({ kind, row }) => kind !== 'refused' && row.key !== '');
  await seen.add(new Map(accepted.map(({ row }) => [row.key, row.record.line])));
  return processed;
}

function readRecord<New extends NewRecord, Kept>(
  record: CsvRecord,
  { plan, decimals }: RecordSheet,
  kind: ImportedRecordKind<New, Kept>,
): ImportRow {
  const { values, faults } = readRow(record.cells, plan, decimals);
  // A text that the database cannot store cannot be searched for either; its row is refused for that.
  const isAskable = checkTexts(values).length === 0;
  return { record, values, faults, key: isAskable ? kind.keyOf(values) : '' };
}

function added<New extends NewRecord>(
  { rowsDone, rowsStored, rowsRefused }: Counts,
  outcomes: RowOutcome<New>[],
): Counts {
  const count = (...kinds: RowOutcome<New>['kind'][]): number =>
    outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    rowsDone: rowsDone + outcomes.length,
    rowsStored: rowsStored + count('new', 'changed'),
    rowsRefused: rowsRefused + count('refused'),
  };
}

/** Groups of up to `size` elements; one group ends with element number `seam`. */
async function* batches<Element>(
  all: AsyncIterable<Element>,
  size: number,
  seam: number,
): AsyncGenerator<Element[], void> {
  let batch: Element[] = [];
  let count = 0;
  for await (const element of all) {
    batch.push(element);
    count += 1;
    if (batch.length < size && count !== seam) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** How the rows of a file, or of a part of it, ended. */
export type Counts = { rowsDone: number; rowsStored: number; rowsRefused: number };

/**
 * The run of a file's import, created where there is none. A finished one is reopened by `again`, or where it stored nothing: with other options
 * its rows may be accepted.
 */
export function openRun(
  orm: Orm,
  { company, kind, again, actor }: { company: { id: string }; kind: ImportKind; again: boolean; actor: Actor },
  source: { sha256: string; name: string },
): Promise<ImportRun> {
  const key = { company: company.id, kind, fileHash: source.sha256 };
  return inCompany(orm, company.id, async (em) => {
    await em.upsert(ImportRun, { ...key, fileName: source.name, ...none }, { onConflictAction: 'ignore' });
    const run = await em.findOneOrFail(ImportRun, key, { refresh: true });
    if (run.finishedAt && (again || run.rowsStored === 0)) em.assign(run, { ...none, finishedAt: null });
    const details = { kind, file: source.name, rowsDone: run.rowsDone };
    if (!run.finishedAt) record(em, actor, { action: 'IMPORT_STARTED', company: company.id, subject: run.id, details });
    return run;
  });
}

/**
 * Advances a run in the transaction of the rows that it counts, and only from the counts that this process saw: two processes that
 * import the same file cannot both store a row.
 *
 * @throws {ImportRefused} `import_running`
 */
export async function advance(em: EntityManager, run: Pick<ImportRun, 'id'>, from: Counts, to: Counts): Promise<void> {
  const moved = await em.nativeUpdate(ImportRun, { id: run.id, rowsDone: from.rowsDone, finishedAt: null }, to);
  if (moved === 0) throw importRunning();
}

/** Marks a run as finished. */
export async function finishImport(
  orm: Orm,
  { id, company, kind }: ImportRun,
  actor: Actor,
  counts: Counts,
): Promise<void> {
  await inCompany(orm, company, async (em) => {
    await em.nativeUpdate(ImportRun, { id }, { finishedAt: new Date() });
    const { rowsStored, rowsRefused } = counts;
    record(em, actor, { action: 'IMPORT_FINISHED', company, subject: id, details: { kind, rowsStored, rowsRefused } });
  });
}

export function importRunning(): ImportRefused {
  return new ImportRefused(
    'import_running',
    'Este arquivo já está sendo importado por outro processo: espere que termine.',
  );
}

const none: Counts = { rowsDone: 0, rowsStored: 0, rowsRefused: 0 };
