import { type CellReader, headerKey } from './cell.ts';
import { csvLine } from './csv-line.ts';

/** A field that a file can carry. */
export type Column = {
  /** The API's name of the field. */
  field: string;
  /** How else it is headed, as keys (`headerKey`); of several such columns of a row the first in this order that says something counts. */
  alias: readonly string[];
  read: CellReader;
  /** What the example file has in this column; columns without one are not in it. */
  example?: string;
  /** An empty cell says nothing: it does not clear the field. */
  emptySaysNothing?: true;
};

/** The column for a header, by the API's name or one of its others. */
export function columnFor(header: string, columns: readonly Column[]): Column | undefined {
  const key = headerKey(header);
  return columns.find((column) => headerKey(column.field) === key || column.alias.includes(key));
}

/** Header and one row of an example file, for these columns, as a Brazilian spreadsheet opens it. */
export function exampleFile(columns: readonly Column[]): string {
  const shown = columns.filter(({ example }) => example !== undefined);
  const header = shown.map(({ field }) => field);
  const row = shown.map(({ example = '' }) => example);
  return [header, row].map((cells) => csvLine(cells, ';')).join('\n');
}
