import { DomainError } from '../errors.ts';
import { asText } from './cell.ts';
import { type ImportColumn, refusalHeaders, type RowValues } from './rows.ts';

/**
 * The one column of a file that has a record of JSON in each line: what has lists in it, as a rule with its sub-rules, fits in no table. Every line
 * is a row of one cell, so that all of the import goes the way of a table.
 */
export const lineColumn: ImportColumn = { field: 'registro', alias: [], read: asText };

/** What the API gives with a record and takes from nobody: a line may be what it gave. */
const given = new Set<string>(['id', 'source', 'createdAt', 'updatedAt', ...Object.values(refusalHeaders)]);

/** The record of a line. @throws DomainError `validation_error` where it is none */
export function recordIn({ [lineColumn.field]: text }: RowValues): Record<string, unknown> {
  const record = objectIn(String(text ?? ''));
  if (record === null) throw new DomainError('validation_error', 'A linha não é um objeto JSON, entre chaves.');
  return Object.fromEntries(Object.entries(record).filter(([name]) => !given.has(name)));
}

/** The object that a text of JSON is; null where it is none. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The text of a field of a line that may be no record; empty where it has none. */
export function textIn({ [lineColumn.field]: line }: RowValues, field: string): string {
  const value = objectIn(String(line ?? ''))?.[field];
  return typeof value === 'string' ? value : '';
}

/** The line of a refused record, with where it stood and why: it is mended in its place and imported again. */
export function refusedLine(text: string, line: number, reason: string): string {
  const told = { [refusalHeaders.line]: line, [refusalHeaders.reason]: reason };
  return JSON.stringify({ ...told, ...(objectIn(text) ?? { [lineColumn.field]: text }) });
}
