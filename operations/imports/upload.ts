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

/** More rows than this are not imported while a request waits for them. */
export const mostUploadedRows = 5_000;

/** A file whose rows somebody wants on record. */
export type UploadedFile = {
  name: string;
  bytes: Buffer;
  kind: ImportKind;
  /** Whether rows change existing records. */
  update: boolean;
  /** How the file writes decimals; undefined where the file shows it. */
  decimals: DecimalStyle | undefined;
};

/** The outcome for a file, and its headers that are no known field. */
export type UploadOutcome = ImportOutcome & { ignored: string[] };

/**
 * Tells what importing the file would do, with every fault by its line; nothing is written.
 *
 * @throws ImportRefused where nothing of it can be imported
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
 * Imports the rows without faults. Everything is checked again. A run of the same file that broke off is continued.
 *
 * @returns the id by which `findImport` finds the result
 * @throws ImportRefused where nothing of it can be imported, or it is being imported
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

/** The result of an import, or how far it has come. @throws NotFound */
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

/** @throws ImportRefused where the file is no text */
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

/** Decodes UTF-8 where all bytes are valid, UTF-16 by its byte order mark, and else Windows-1252, which Brazilian spreadsheets write. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
