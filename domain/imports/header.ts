import { headerKey } from './cell.ts';
import { type Column, columnFor } from './column.ts';

/** Headers that explain the rows in the file of refused rows. That file is imported again once mended, and these columns are not data. */
export const refusalHeaders = { line: 'lavra_linha', reason: 'lavra_motivo' } as const;

/** Where a file has a field: its cells in the order in which they count. */
export type PlannedField = { column: Column; cells: { index: number; header: string }[] };

/** What a file's columns are. `width` is the number of cells that a row has. */
export type HeaderPlan = {
  width: number;
  fields: PlannedField[];
  /** Headers that match no field and that the user did not choose to leave out. */
  unknown: string[];
};

/** The user's choice for a header, by its key: the field that it is, or null to leave it out. */
export type Renames = ReadonlyMap<string, string | null>;

/** Finds out what each column of a file is. */
export function planHeader(header: readonly string[], columns: readonly Column[], renames: Renames): HeaderPlan {
  const found = new Map<Column, { index: number; header: string; rank: number }[]>();
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
