import type { Column } from './column.ts';
import { csvLine } from './csv-line.ts';

/** Header and one row of an example file, for these columns, as a Brazilian spreadsheet opens it. */
export function exampleFile(columns: readonly Column[]): string {
  const shown = columns.filter(({ example }) => example !== undefined);
  const header = shown.map(({ field }) => field);
  const row = shown.map(({ example = '' }) => example);
  return [header, row].map((cells) => csvLine(cells, ';')).join('\n');
}
