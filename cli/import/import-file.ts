import type { Orm } from '../../config/orm.ts';
import type { ImportRun } from '../../domain/imports/import-run.entity.ts';
import type { HeaderPlan } from '../../domain/imports/rows.ts';
import { checkedBody } from '../../openapi/check-body.ts';
import type { ImportRules } from '../../operations/imports/check-rows.ts';
import { importedShapes } from '../../http/requests/imported-shapes.ts';
import type { NewRecord, ImportedRecordKind } from '../../operations/imports/kind.ts';
import { asKind } from '../../operations/imports/kinds.ts';
import { openLines } from '../../operations/imports/lines.ts';
import { finishImport, type ImportOutcome, importRows, importRunning, openRun } from '../../operations/imports/rows.ts';
import { openSheet, type RecordSheet } from '../../operations/imports/sheet.ts';
import type { ProgressBar } from '../terminal/progress.ts';
import { lockKeyOf } from './lock-key.ts';
import type { ImportRequest } from './options.ts';
import { type ImportReport, openRefusals } from './report.ts';
import { lockWithin, onOneConnection, type DatabaseSession, unlock, withSeenKeys } from './seen-keys.ts';
import { openImportFile, type ImportFile } from './source.ts';

const shapes = importedShapes(checkedBody);

/** How long to wait for the lock, in which a process that was just killed loses it. */
const lockWithinMs = 5_000;

/**
 * Imports a file. Rows that an earlier run of the same file stored are not done again, however that run ended.
 *
 * @throws {CommandRefused, ImportRefused} where nothing can be imported; refused rows are in the report
 */
export async function importFile(orm: Orm, request: ImportRequest, progress: ProgressBar): Promise<ImportReport> {
  const startedAt = Date.now();
  const source = await openImportFile(request.path, request.encoding);
  try {
    const report = await importSource(orm, request, source, progress);
    return { ...report, seconds: (Date.now() - startedAt) / 1000 };
  } finally {
    progress.stop();
    await source.close();
  }
}

function importSource(
  orm: Orm,
  request: ImportRequest,
  source: ImportFile,
  progress: ProgressBar,
): Promise<ImportReport> {
  return asKind(request.company, request.kind, shapes, (kind) => importAs(kind, { orm, request, source, progress }));
}

type Task = { orm: Orm; request: ImportRequest; source: ImportFile; progress: ProgressBar };

async function importAs<New extends NewRecord, Kept>(
  kind: ImportedRecordKind<New, Kept>,
  task: Task,
): Promise<ImportReport> {
  const { orm, request, source } = task;
  const needed = request.update ? [kind.keyField] : kind.required;
  const named = { ...source, name: source.path };
  const sheet =
    kind.form === 'LINES' ? await openLines(named) : await openSheet(named, request, { columns: kind.columns, needed });
  const rules = { kind, plan: sheet.plan, update: request.update };
  return onOneConnection(orm, (session) =>
    request.dryRun ? check(task, sheet, rules, session) : store(task, sheet, rules, session),
  );
}

async function check<New extends NewRecord, Kept>(
  task: Task,
  sheet: RecordSheet,
  rules: ImportRules<New, Kept>,
  session: DatabaseSession,
): Promise<ImportReport> {
  const outcome = await throughRows(task, sheet, rules, session, null);
  return reportOf(task, sheet, outcome, { alreadyDone: false, resumedAfter: 0 });
}

async function store<New extends NewRecord, Kept>(
  task: Task,
  sheet: RecordSheet,
  rules: ImportRules<New, Kept>,
  session: DatabaseSession,
): Promise<ImportReport> {
  const { orm, request, source } = task;
  const lockKey = lockKeyOf(request, source);
  if (!(await lockWithin(session, lockKey, lockWithinMs))) throw importRunning();
  try {
    const run = await openRun(orm, request, source);
    if (run.finishedAt) return reportOf(task, sheet, { ...run, errors: [] }, { alreadyDone: true, resumedAfter: 0 });
    const outcome = await throughRows(task, sheet, rules, session, run);
    await finishImport(orm, run, request.actor, outcome);
    return reportOf(task, sheet, outcome, { alreadyDone: false, resumedAfter: run.rowsDone });
  } finally {
    await unlock(session, lockKey);
  }
}

async function throughRows<New extends NewRecord, Kept>(
  { orm, request, source, progress }: Task,
  sheet: RecordSheet,
  rules: ImportRules<New, Kept>,
  session: DatabaseSession,
  run: ImportRun | null,
): Promise<ImportOutcome> {
  const refusals = await openRefusals(request.errorsPath, sheet, source);
  try {
    return await withSeenKeys(session, (seen) =>
      importRows(sheet, rules, run, { orm, company: request.company.id, seen, refusals, progress }),
    );
  } finally {
    await refusals.close();
  }
}

type Past = { alreadyDone: boolean; resumedAfter: number };

function reportOf(
  { request, source }: Task,
  { delimiter, plan }: RecordSheet,
  { rowsDone, rowsStored, rowsRefused, errors }: Omit<ImportOutcome, 'created' | 'changed'>,
  { alreadyDone, resumedAfter }: Past,
): ImportReport {
  return {
    kind: request.kind,
    companyId: request.company.id,
    file: source.name,
    sha256: source.sha256,
    encoding: source.encoding,
    delimiter,
    columns: headersByField(plan),
    ignored: plan.unknown,
    dryRun: request.dryRun,
    alreadyDone,
    resumedAfter,
    rows: rowsDone,
    stored: rowsStored,
    unchanged: rowsDone - rowsStored - rowsRefused,
    refused: rowsRefused,
    seconds: 0,
    errors,
    errorsFile: request.errorsPath ?? null,
  };
}

function headersByField({ fields }: HeaderPlan): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const { column, cells } of fields) headers[column.field] = cells.map(({ header }) => header);
  return headers;
}
