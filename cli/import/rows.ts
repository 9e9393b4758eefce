import type { Orm } from '../../config/orm.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import type { ImportRun } from '../../domain/imports/import-run.entity.ts';
import { readRow, type RowFault } from '../../domain/imports/row.ts';
import { inCompany } from '../../operations/in-company.ts';
import { againAfterDeadlock } from '../../operations/webhooks/again-after-deadlock.ts';
import type { Row, Rules, Verdict } from './check-rows.ts';
import type { NewRecord, Kind } from './kind.ts';
import { type Mode, processRows } from './process-rows.ts';
import type { Progress } from '../terminal/progress.ts';
import type { CsvRecord } from './records.ts';
import type { RefusalFile } from './refusals.ts';
import { mostErrors } from './report.ts';
import { advance, type Counts } from './run-record.ts';
import type { SeenKeys } from './seen-keys.ts';
import type { Sheet } from './sheet.ts';

/** Rows of one transaction: enough that round trips cost little, few enough that little is repeated after a crash. */
const batchSize = 500;

/** What the import of rows works with, and the company that gets them. */
export type ImportContext = { orm: Orm; company: string; seen: SeenKeys; refusals: RefusalFile; progress: Progress };

export type Outcome = Counts & { errors: (RowFault & { row: number })[] };

/** Imports the rows of a sheet that `run` has not processed yet, or checks all where there is no run. */
export async function importRows<New extends NewRecord, Kept>(
  sheet: Sheet,
  rules: Rules<New, Kept>,
  run: ImportRun | null,
  place: ImportContext,
): Promise<Outcome> {
  const done = run?.rowsDone ?? 0;
  let counts: Counts = { rowsDone: done, rowsStored: run?.rowsStored ?? 0, rowsRefused: run?.rowsRefused ?? 0 };
  const errors: Outcome['errors'] = [];
  let passed = 0;
  place.progress.start(sheet.rowCount, done);
  for await (const records of batches(sheet.rows(), batchSize, done)) {
    const mode = run === null ? 'check' : passed < done ? 'pass' : 'write';
    const { verdicts, next } = await importBatch(records, { sheet, rules, mode, run, counts, place });
    const refused = verdicts.flatMap((verdict) => (verdict.kind === 'refused' ? [verdict] : []));
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
): Promise<{ verdicts: Verdict<New>[]; next: Counts }> {
  const rows = records.map((record) => readRecord(record, sheet, rules.kind));
  const before = await seen.linesOf(rows.flatMap(({ key }) => (key === '' ? [] : [key])));
  const processed = await againAfterDeadlock(() =>
    inCompany(orm, company, async (em) => {
      const verdicts = await processRows(em, rows, { rules, mode, before });
      const next = mode === 'pass' ? counts : added(counts, verdicts);
      if (mode === 'write' && run) await advance(em, run, counts, next);
      return { verdicts, next };
    }),
  );
  const accepted = processed.verdicts.filter(({ kind, row }) => kind !== 'refused' && row.key !== '');
  await seen.add(new Map(accepted.map(({ row }) => [row.key, row.record.line])));
  return processed;
}

function readRecord<New extends NewRecord, Kept>(
  record: CsvRecord,
  { plan, decimals }: Sheet,
  kind: Kind<New, Kept>,
): Row {
  const { values, faults } = readRow(record.cells, plan, decimals);
  // A text that the database cannot store cannot be searched there either; the row is refused for it.
  const isAskable = checkTexts(values).length === 0;
  return { record, values, faults, key: isAskable ? kind.keyOf(values) : '' };
}

function added<New extends NewRecord>({ rowsDone, rowsStored, rowsRefused }: Counts, verdicts: Verdict<New>[]): Counts {
  const count = (...kinds: Verdict<New>['kind'][]): number =>
    verdicts.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    rowsDone: rowsDone + verdicts.length,
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
