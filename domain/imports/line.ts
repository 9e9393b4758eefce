import { DomainError } from '../errors.ts';
import { asText } from './cell.ts';
import { type ImportColumn, refusalHeaders, type RowValues } from './rows.ts';

/**
 * The only column of a file that has a JSON record in each line. Records with lists, such as a rule with its sub-rules, fit in no table; with each
 * line as a row of one cell, the import works as for a table.
 */
export const lineColumn: ImportColumn = { field: 'registro', alias: [], read: asText };

/** Fields that the API adds to a record and ignores here, so that a line may be a record as the API returned it. */
const given = new Set<string>(['id', 'source', 'createdAt', 'updatedAt', ...Object.values(refusalHeaders)]);

/** The record in a line. @throws DomainError `validation_error` where it is not a JSON object */
export function recordIn({ [lineColumn.field]: text }: RowValues): Record<string, unknown> {
  const record = objectIn(String(text ?? ''));
  if (record === null) throw new DomainError('validation_error', 'A linha não é um objeto JSON, entre chaves.');
  return Object.fromEntries(Object.entries(record).filter(([name]) => !given.has(name)));
}

/** The JSON object in a text; null where it is none. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The text of a field of a line; empty where the line is no record or has no such field. */
export function lineText({ [lineColumn.field]: line }: RowValues, field: string): string {
  const value = objectIn(String(line ?? ''))?.[field];
  return typeof value === 'string' ? value : '';
}

/** The line of a refused record, with its line number and the reason in it: people correct it there and import the file again. */
export function refusedLine(text: string, line: number, reason: string): string {
  const told = { [refusalHeaders.line]: line, [refusalHeaders.reason]: reason };
  return JSON.stringify({ ...told, ...(objectIn(text) ?? { [lineColumn.field]: text }) });
}
