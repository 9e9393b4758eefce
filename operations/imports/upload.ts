import { createHash } from 'node:crypto';
import type { EntityManager, Orm } from '../../config/orm.ts';
import type { DecimalStyle } from '../../domain/imports/cell.ts';
import { type ImportKind, ImportRun } from '../../domain/imports/import-run.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { onlyReading } from '../in-company.ts';
import { ImportRefused } from './import-refused.ts';
import type { ImportedShapes, NewRecord, ImportedRecordKind } from './kind.ts';
import { asKind } from './kinds.ts';
import { openLines } from './lines.ts';
import { finishImport, type ImportOutcome, importRows, openRun, type SeenKeys } from './rows.ts';
import { openSheet, type RecordSheet, type SheetSource } from './sheet.ts';

/** More rows than this are not imported while a request waits. */
export const mostUploadedRows = 5_000;

/** A file that somebody sends to have its rows on record. */
export type UploadedFile = {
  name: string;
  bytes: Buffer;
  kind: ImportKind;
  /** Whether rows change the records that already exist. */
  update: boolean;
  /** How it writes decimals; undefined where the file says it itself. */
  decimals: DecimalStyle | undefined;
};

/** What becomes of a file, and the headers in it that no field is known for. */
export type UploadOutcome = ImportOutcome & { ignored: string[] };

/**
 * What importing the file would do, and every fault by its line; nothing is written.
 *
 * @throws ImportRefused where nothing of it could be imported
 */
export function previewUpload(
  orm: Orm,
  company: ActingCompany,
  file: UploadedFile,
  shapes: ImportedShapes,
): Promise<UploadOutcome> {
  return asKind(company, file.kind, shapes, async (kind) => {
    const sheet = await opened(kind, file);
    return onlyReading(() => throughRows(orm, company, { file, sheet, kind, run: null }));
  });
}

/**
 * Imports the rows that are without fault. Everything is checked anew. A run of the same file that broke off is gone on with.
 *
 * @returns the id under which `findImport` tells what came of it
 * @throws ImportRefused where nothing of it can be imported, or where it is being imported
 */
export function importUpload(
  orm: Orm,
  company: ActingCompany,
  file: UploadedFile,
  shapes: ImportedShapes,
): Promise<string> {
  return asKind(company, file.kind, shapes, async (kind) => {
    const sheet = await opened(kind, file);
    const source = { sha256: createHash('sha256').update(file.bytes).digest('hex'), name: file.name };
    const run = await openRun(orm, { company, kind: file.kind, again: true, actor: company.actor }, source);
    await finishImport(orm, run, company.actor, await throughRows(orm, company, { file, sheet, kind, run }));
    return run.id;
  });
}

/** How an import ended, or how far it has come. @throws NotFound */
export function findImport(em: EntityManager, id: string): Promise<ImportRun> {
  return findOrRefuse('importRun', id, () => em.findOne(ImportRun, { id }));
}

async function opened<New extends NewRecord, Kept>(
  kind: ImportedRecordKind<New, Kept>,
  file: UploadedFile,
): Promise<RecordSheet> {
  const needed = file.update ? [kind.keyField] : kind.required;
  const request = { decimals: file.decimals, renames: new Map<string, null>(), ignoreUnknown: true };
  const sheet =
    kind.form === 'LINES'
      ? await openLines(sourceOf(file))
      : await openSheet(sourceOf(file), request, { columns: kind.columns, needed });
  if (sheet.rowCount <= mostUploadedRows) return sheet;
  const message = `O arquivo tem ${sheet.rowCount} linhas, e cabem ${mostUploadedRows}: divida-o em partes${kind.form === 'TABLE' ? ', cada uma com o cabeçalho' : ''}.`;
  throw new ImportRefused('invalid_file', message);
}

type Task<New extends NewRecord, Kept> = {
  file: UploadedFile;
  sheet: RecordSheet;
  kind: ImportedRecordKind<New, Kept>;
  run: ImportRun | null;
};

async function throughRows<New extends NewRecord, Kept>(
  orm: Orm,
  company: ActingCompany,
  { file, sheet, kind, run }: Task<New, Kept>,
): Promise<UploadOutcome> {
  const rules = { kind, plan: sheet.plan, update: file.update };
  const outcome = await importRows(sheet, rules, run, {
    orm,
    company: company.id,
    seen: inMemory(),
    refusals: { add: async () => {} },
    progress: { start: () => {}, at: () => {} },
  });
  return { ...outcome, ignored: sheet.plan.unknown };
}

function inMemory(): SeenKeys {
  const known = new Map<string, number>();
  return {
    linesOf: async (keys) => new Map(keys.flatMap((key) => (known.has(key) ? [[key, known.get(key) ?? 0]] : []))),
    add: async (lines) => lines.forEach((line, key) => known.set(key, line)),
  };
}

/** @throws ImportRefused for what is no text */
function sourceOf({ name, bytes }: Pick<UploadedFile, 'name' | 'bytes'>): SheetSource {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    throw new ImportRefused('invalid_file', 'Isto é uma planilha ou um zip: salve a planilha como CSV e envie o CSV.');
  }
  const text = textOf(bytes);
  return {
    name,
    async *text() {
      yield text;
    },
  };
}

/** UTF-8 where all of it is, UTF-16 by its mark, else Windows-1252, as Brazilian spreadsheets write. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
