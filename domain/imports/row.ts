import type { DecimalStyle } from './cell.ts';
import type { HeaderPlan, PlannedField } from './header.ts';

/** Something wrong with a row: the API's field and the file's header where there is one, and in Portuguese how to mend it. */
export type RowFault = { field: string | null; column: string | null; message: string };

/** A row's fields by their API names; null where the cell is empty, absent where the file has no such column. */
export type RowValues = Record<string, string | boolean | null>;

/** Reads the cells of a row by the plan of the header. */
export function readRow(
  cells: readonly string[],
  plan: HeaderPlan,
  style: DecimalStyle | null,
): { values: RowValues; faults: RowFault[] } {
  const misfit = checkWidth(cells, plan.width);
  if (misfit) return { values: {}, faults: [misfit] };
  const values: RowValues = {};
  const faults: RowFault[] = [];
  for (const field of plan.fields) {
    const { text, header } = firstSaying(field, cells);
    const { column } = field;
    if (text === '') {
      if (!column.emptySaysNothing) values[column.field] = null;
      continue;
    }
    const read = column.read(text, style);
    if ('value' in read) values[column.field] = read.value;
    else faults.push({ field: column.field, column: header, message: read.fault });
  }
  return { values, faults };
}

/** The filled fields of a row: in a new record an empty cell is not a field. */
export function saidIn(values: RowValues): Record<string, string | boolean> {
  const said: Record<string, string | boolean> = {};
  for (const [field, value] of Object.entries(values)) if (value !== null) said[field] = value;
  return said;
}

/** Whether a line is empty, and so is not a row. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function firstSaying(
  { cells: places }: PlannedField,
  cells: readonly string[],
): { text: string; header: string | null } {
  for (const { index, header } of places) {
    const text = bareCell(cells[index] ?? '');
    if (text !== '') return { text, header };
  }
  return { text: '', header: null };
}

/** Delimiters after the last cell do no harm; a text with a delimiter in it, or a line broken in two, would move cells to wrong fields. */
function checkWidth(cells: readonly string[], width: number): RowFault | null {
  if (cells.length === width || (cells.length > width && isBlank(cells.slice(width)))) return null;
  const why = cells.length > width ? 'um texto com o separador dentro?' : 'uma quebra de linha no meio?';
  const message = `A linha tem ${cells.length} colunas e o cabeçalho tem ${width} (${why}). Ponha o texto entre aspas.`;
  return { field: null, column: null, message };
}

/** A cell without the spaces around it, and without the `="..."` that spreadsheets use to keep leading zeros. */
function bareCell(text: string): string {
  const trimmed = text.trim();
  return /^="(.*)"$/s.exec(trimmed)?.[1]?.trim() ?? trimmed;
}
