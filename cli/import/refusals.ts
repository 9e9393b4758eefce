import { open, realpath } from 'node:fs/promises';
import { csvLine } from '../../domain/imports/csv-line.ts';
import { isRefusalHeader, refusalHeaders } from '../../domain/imports/header.ts';
import type { RowFault } from '../../domain/imports/row.ts';
import { Refused } from '../refused.ts';
import type { CsvRecord } from './records.ts';
import type { Sheet } from './sheet.ts';

/** The file of refused rows, as they were, with line and reason: people correct it and import it again. */
export type RefusalFile = {
  add(refusals: { record: CsvRecord; faults: RowFault[] }[]): Promise<void>;
  close(): Promise<void>;
};

const byteOrderMark = '\ufeff'; // spreadsheets recognize UTF-8 by it

/**
 * Starts the file anew, with its header; without a path nothing is written.
 *
 * @throws {Refused} `invalid_input` when it is the file that is being imported, `unreadable_file`
 */
export async function openRefusals(
  path: string | undefined,
  { source, header, delimiter }: Sheet,
): Promise<RefusalFile> {
  if (path === undefined) return { add: async () => {}, close: async () => {} };
  await refuseOneself(path, source.path);
  const file = await open(path, 'w').catch((cause: unknown) => {
    throw new Refused('unreadable_file', `Não foi possível escrever ${path}.`, { cause });
  });
  const kept = header.map((text) => !isRefusalHeader(text));
  const line = (first: string, reason: string, cells: string[]): string =>
    `${csvLine([first, reason, ...cells.filter((_cell, at) => kept[at] ?? true)], delimiter)}\r\n`;
  await file.writeFile(`${byteOrderMark}${line(refusalHeaders.line, refusalHeaders.reason, header)}`);
  return {
    async add(refusals) {
      const lines = refusals.map(({ record, faults }) => {
        return line(String(record.line), faults.map(inWords).join(' | '), record.cells);
      });
      if (lines.length > 0) await file.appendFile(lines.join(''));
    },
    close: () => file.close(),
  };
}

/** A fault as a person reads it, with the file's own header. */
export function inWords({ field, column, message }: RowFault): string {
  const where = column ?? field;
  return where === null ? message : `${where}: ${message}`;
}

async function refuseOneself(path: string, source: string): Promise<void> {
  const [theirs, ours] = await Promise.all([realpath(path).catch(() => null), realpath(source)]);
  if (theirs !== ours) return;
  throw new Refused('invalid_input', '--errors é o próprio arquivo importado: escolha outro nome.');
}
