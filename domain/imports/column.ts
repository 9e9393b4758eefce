import { type CellReader, headerKey } from './cell.ts';
import { csvLine } from './csv-line.ts';

/** A field that a file can carry. */
export type Column = {
  /** The API's name of the field. */
  field: string;
  /** Its other headers, as keys (`headerKey`). Of several such columns, the first in this order that is not empty in the row counts. */
  alias: readonly string[];
  read: CellReader;
  /** The cell of the example file; columns without one are not in that file. */
  example?: string;
  /** An empty cell does not clear the field. */
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
