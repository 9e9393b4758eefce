import { createHash } from 'node:crypto';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import { type ImportKind, ImportRun } from '../../domain/imports/import-run.entity.ts';
import { readRow, type RowFault } from '../../domain/imports/rows.ts';
import { record } from '../../operations/audit/record.ts';
import { inCompany } from '../../operations/in-company.ts';
import { againAfterDeadlock } from '../../operations/webhooks/deliveries.ts';
import { CommandRefused } from '../command-refused.ts';
import type { ProgressBar } from '../terminal/progress.ts';
import { type ImportRow, type Mode, processRows, type RowOutcome, type Rules } from './check-rows.ts';
import type { NewRecord, RecordKind } from './kind.ts';
import type { ImportRequest } from './options.ts';
import { mostErrors, type RefusalFile } from './report.ts';
import type { SeenKeys } from './seen-keys.ts';
import type { CsvRecord, Sheet } from './sheet.ts';
import type { ImportFile } from './source.ts';

/** Rows of one transaction: enough that round trips cost little, few enough that little is repeated after a crash. */
const batchSize = 500;

/** What the import of rows works with, and the company that gets them. */
export type ImportContext = { orm: Orm; company: string; seen: SeenKeys; refusals: RefusalFile; progress: ProgressBar };

export type ImportOutcome = Counts & { errors: (RowFault & { row: number })[] };

/** Imports the rows of a sheet that `run` has not processed yet, or checks all where there is no run. */
export async function importRows<New extends NewRecord, Kept>(
  sheet: Sheet,
  rules: Rules<New, Kept>,
  run: ImportRun | null,
  place: ImportContext,
): Promise<ImportOutcome> {
  const done = run?.rowsDone ?? 0;
  let counts: Counts = { rowsDone: done, rowsStored: run?.rowsStored ?? 0, rowsRefused: run?.rowsRefused ?? 0 };
  const errors: ImportOutcome['errors'] = [];
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
    passed += records.length;
    counts = next;
    place.progress.at(Math.max(passed, done));
  }
  return { ...counts, errors };
}

type Batch<New extends NewRecord, Kept> = {
  sheet: Sheet;
  rules: Rules<New, Kept>;
  mode: Mode;
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
  { plan, decimals }: Sheet,
  kind: RecordKind<New, Kept>,
): ImportRow {
  const { values, faults } = readRow(record.cells, plan, decimals);
  // A text that the database cannot store cannot be searched there either; the row is refused for it.
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
 * The record of a file's import, made when there is none. A finished one is opened anew by `again`, or if it stored nothing: with other
 * options its rows may be accepted.
 */
export function openRun(
  orm: Orm,
  { company, kind, again, actor }: ImportRequest,
  source: ImportFile,
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
 * @throws {CommandRefused} `import_running`
 */
export async function advance(em: EntityManager, run: Pick<ImportRun, 'id'>, from: Counts, to: Counts): Promise<void> {
  const moved = await em.nativeUpdate(ImportRun, { id: run.id, rowsDone: from.rowsDone, finishedAt: null }, to);
  if (moved === 0) throw importRunning();
}

/** Marks a run as finished. */
export async function finish(orm: Orm, { id, company, kind }: ImportRun, actor: Actor, counts: Counts): Promise<void> {
  await inCompany(orm, company, async (em) => {
    await em.nativeUpdate(ImportRun, { id }, { finishedAt: new Date() });
    const { rowsStored, rowsRefused } = counts;
    record(em, actor, { action: 'IMPORT_FINISHED', company, subject: id, details: { kind, rowsStored, rowsRefused } });
  });
}

/** The number under which PostgreSQL locks the import of a file. */
export function lockKeyOf(
  { company, kind }: { company: { id: string }; kind: ImportKind },
  { sha256 }: Pick<ImportFile, 'sha256'>,
): bigint {
  return createHash('sha256').update(`import/${company.id}/${kind}/${sha256}`).digest().readBigInt64BE();
}

export function importRunning(): CommandRefused {
  return new CommandRefused(
    'import_running',
    'Este arquivo já está sendo importado por outro processo: espere que termine.',
  );
}

const none: Counts = { rowsDone: 0, rowsStored: 0, rowsRefused: 0 };
