import { type CellReader, csvLine, type DecimalStyle, headerKey } from './cell.ts';

/** A column that a file may have. */
export type ImportColumn = {
  /** Name of the field in the API. */
  field: string;
  /**
   * Other headers of the column, as keys (`headerKey`). Where a file has several of them, the first in this order whose cell in the row is not empty
   * counts.
   */
  alias: readonly string[];
  read: CellReader;
  /** The cell in the example file; a column without one is left out of that file. */
  example?: string;
  /** Set where an empty cell does not clear the field. */
  emptySaysNothing?: true;
};

/** The column of a header: by the API's name or another header. */
export function columnFor(header: string, columns: readonly ImportColumn[]): ImportColumn | undefined {
  const key = headerKey(header);
  return columns.find((column) => headerKey(column.field) === key || column.alias.includes(key));
}

/** An example file with these columns: the header and one row, in the form that spreadsheets in Brazil open. */
export function exampleFile(columns: readonly ImportColumn[]): string {
  const shown = columns.filter(({ example }) => example !== undefined);
  const header = shown.map(({ field }) => field);
  const row = shown.map(({ example = '' }) => example);
  return [header, row].map((cells) => csvLine(cells, ';')).join('\n');
}

/** Headers of the columns that explain a row in the file of refused rows. When that file is corrected and imported, these columns are ignored. */
export const refusalHeaders = { line: 'lavra_linha', reason: 'lavra_motivo' } as const;

/** Which cells of a row fill a field, in the order in which they count. */
type PlannedField = { column: ImportColumn; cells: { index: number; header: string }[] };

/** What each column of a file is. `width` is the number of cells in a row. */
export type HeaderPlan = {
  width: number;
  fields: PlannedField[];
  /** Headers that match no field and that the user has not chosen to leave out. */
  unknown: string[];
};

/** The user's choice for headers, by their keys: the field, or null to leave the column out. */
export type Renames = ReadonlyMap<string, string | null>;

/** Finds out what each column of a file is. */
export function planHeader(header: readonly string[], columns: readonly ImportColumn[], renames: Renames): HeaderPlan {
  const found = new Map<ImportColumn, { index: number; header: string; rank: number }[]>();
  const unknown: string[] = [];
  for (const [index, text] of header.entries()) {
    const key = headerKey(text);
    if (key === '' || isRefusalHeader(key) || renames.get(key) === null) continue;
    const column = columnFor(renames.get(key) ?? text, columns);
    if (!column) {
      unknown.push(text);
      continue;
    }
    const rank = renames.has(key) ? -1 : column.alias.indexOf(key);
    found.set(column, [...(found.get(column) ?? []), { index, header: text, rank }]);
  }
  const fields = [...found].map(([column, cells]) => ({ column, cells: cells.sort((a, b) => a.rank - b.rank) }));
  return { width: header.length, fields, unknown };
}

export function isRefusalHeader(header: string): boolean {
  const key = headerKey(header);
  return Object.values(refusalHeaders).some((ours) => headerKey(ours) === key);
}

/** A fault of a row: the API's field and the file's header where it has one, and in Portuguese how to mend it. */
export type RowFault = { field: string | null; column: string | null; message: string };

/** The fields of a row by their API names; null where the cell is empty, absent where the file has no such column. */
export type RowValues = Record<string, string | boolean | null>;

/** Reads the cells of a row. */
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

/** The non-empty fields of a row: in a new record an empty cell is no field. */
export function filledFields(values: RowValues): Record<string, string | boolean> {
  const said: Record<string, string | boolean> = {};
  for (const [field, value] of Object.entries(values)) if (value !== null) said[field] = value;
  return said;
}

/** Whether a line is empty, and therefore no row. */
export function isBlankLine(cells: readonly string[]): boolean {
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

/**
 * Empty cells after the last one do no harm. A text with a delimiter in it, or a line broken in two, would move cells to other fields, so they are a
 * fault.
 */
function checkWidth(cells: readonly string[], width: number): RowFault | null {
  if (cells.length === width || (cells.length > width && isBlankLine(cells.slice(width)))) return null;
  const why = cells.length > width ? 'um texto com o separador dentro?' : 'uma quebra de linha no meio?';
  const message = `A linha tem ${cells.length} colunas e o cabeçalho tem ${width} (${why}). Ponha o texto entre aspas.`;
  return { field: null, column: null, message };
}

/** A cell without the spaces around it, and without the `="..."` by which spreadsheets keep leading zeros. */
function bareCell(text: string): string {
  const trimmed = text.trim();
  return /^="(.*)"$/s.exec(trimmed)?.[1]?.trim() ?? trimmed;
}
