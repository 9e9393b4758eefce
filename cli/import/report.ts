import { type FileHandle, open, realpath } from 'node:fs/promises';
import { byteOrderMark, csvLine } from '../../domain/imports/cell.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import { refusedLine } from '../../domain/imports/line.ts';
import { isRefusalHeader, refusalHeaders, type RowFault } from '../../domain/imports/rows.ts';
import type { Refusals } from '../../operations/imports/rows.ts';
import type { RecordSheet } from '../../operations/imports/sheet.ts';
import { CommandRefused } from '../command-refused.ts';
import type { ImportFile } from './source.ts';

/** The result of an import. */
export type ImportReport = {
  kind: ImportKind;
  companyId: string;
  file: string;
  sha256: string;
  /** Encoding in which the file was read. */
  encoding: string;
  delimiter: string;
  /** The file's headers by the field that they were read as, and those that were ignored. */
  columns: Record<string, string[]>;
  ignored: string[];
  dryRun: boolean;
  /** An earlier run imported the whole file, so this run did nothing. */
  alreadyDone: boolean;
  /** Rows that an earlier run had processed. */
  resumedAfter: number;
  /** Counts over the whole file: its rows, and those of them that were stored (new or changed), unchanged, or refused. */
  rows: number;
  stored: number;
  unchanged: number;
  refused: number;
  seconds: number;
  /** The first refusals, in the file's order; `row` is the line on which the row begins, where the header is line 1. */
  errors: (RowFault & { row: number })[];
  errorsFile: string | null;
};

const shownInWords = 20;
const nouns: Record<ImportKind, string> = {
  ...{ clients: 'clientes', products: 'produtos', carriers: 'transportadoras' },
  ...{ 'tax-rules': 'regras', 'fiscal-templates': 'modelos' },
};

/** The report as a person reads it. */
export function reportInWords(report: ImportReport): string {
  const { file, stored, unchanged, refused, resumedAfter } = report;
  if (report.alreadyDone) {
    const counts = `${stored} gravados, ${unchanged} já cadastrados, ${refused} recusados`;
    return `${file} já foi importado até o fim (${counts}) e nada foi feito. Com --again é importado de novo.`;
  }
  return [
    summary(report),
    ...(resumedAfter > 0 ? [`As primeiras ${resumedAfter} linhas já tinham sido importadas antes.`] : []),
    ...(refused > 0 ? refusedInWords(report) : []),
  ].join('\n');
}

function summary({
  kind,
  file,
  dryRun,
  rows,
  stored,
  unchanged,
  refused,
  seconds,
  resumedAfter,
}: ImportReport): string {
  const [done, verb] = dryRun ? ['conferido, nada foi gravado', 'a gravar'] : ['importado', 'gravados'];
  const pace = seconds > 0 ? ` (${Math.round((rows - resumedAfter) / seconds)} por segundo)` : '';
  const counts = `${stored} ${verb}, ${unchanged} já cadastrados e deixados como estão, ${refused} recusados`;
  return `${file} ${done}: ${rows} ${nouns[kind]}, ${counts}, em ${seconds.toFixed(1)} s${pace}.`;
}

function refusedInWords({ errors, errorsFile }: ImportReport): string[] {
  const lines = errors.slice(0, shownInWords).map((error) => `  linha ${error.row}, ${rowFaultInWords(error)}`);
  const mend = errorsFile
    ? `As linhas recusadas estão em ${errorsFile}: corrija-as ali e importe esse arquivo.`
    : 'Com --errors <arquivo> as linhas recusadas vão para um arquivo, que se corrige e se importa.';
  return ['Recusadas:', ...lines, ...(errors.length > shownInWords ? ['  ...'] : []), mend];
}

/** The file of refused rows, unchanged, with line and reason: people correct it and import it again. */
export type RefusalFile = Refusals & { close(): Promise<void> };

/**
 * Starts the file anew, with its header; without a path it writes nothing.
 *
 * @throws {CommandRefused} `invalid_input` when it is the file that is being imported, `unreadable_file`
 */
export async function openRefusals(
  path: string | undefined,
  { form, header, delimiter }: RecordSheet,
  source: ImportFile,
): Promise<RefusalFile> {
  if (path === undefined) return { add: async () => {}, close: async () => {} };
  await refuseOneself(path, source.path);
  const file = await open(path, 'w').catch((cause: unknown) => {
    throw new CommandRefused('unreadable_file', `Não foi possível escrever ${path}.`, { cause });
  });
  if (form === 'LINES') return refusedLines(file);
  const kept = header.map((text) => !isRefusalHeader(text));
  const line = (first: string, reason: string, cells: string[]): string =>
    `${csvLine([first, reason, ...cells.filter((_cell, at) => kept[at] ?? true)], delimiter)}\r\n`;
  await file.writeFile(`${byteOrderMark}${line(refusalHeaders.line, refusalHeaders.reason, header)}`);
  return {
    async add(refusals) {
      const lines = refusals.map(({ record, faults }) => {
        return line(String(record.line), faults.map(rowFaultInWords).join(' | '), record.cells);
      });
      if (lines.length > 0) await file.appendFile(lines.join(''));
    },
    close: () => file.close(),
  };
}

/** Refused lines of a file that has a JSON record in each line. */
function refusedLines(file: FileHandle): RefusalFile {
  return {
    async add(refusals) {
      const lines = refusals.map(({ record: { line, cells }, faults }) =>
        refusedLine(cells[0] ?? '', line, faults.map(rowFaultInWords).join(' | ')),
      );
      if (lines.length > 0) await file.appendFile(`${lines.join('\n')}\n`);
    },
    close: () => file.close(),
  };
}

/** A fault as a person reads it, with the file's own header. */
export function rowFaultInWords({ field, column, message }: RowFault): string {
  const where = column ?? field;
  return where === null ? message : `${where}: ${message}`;
}

async function refuseOneself(path: string, source: string): Promise<void> {
  const [theirs, ours] = await Promise.all([realpath(path).catch(() => null), realpath(source)]);
  if (theirs !== ours) return;
  throw new CommandRefused('invalid_input', '--errors é o próprio arquivo importado: escolha outro nome.');
}
