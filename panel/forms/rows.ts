/** The text in each field of a form, by field name; fields in the rows of a list are named `items[0].code`. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The text in each field of one row, by its name within the row. */
export type Row = Readonly<Record<string, string>>;

/** A list that a form shows in rows, and the most rows that it may have. */
export type RowList = { name: string; most: number };

/** The rows of a list in their order; row numbers that nobody sent leave no gap. */
export function readRows(written: FieldTexts, { name: list, most }: RowList): Row[] {
  const rows = new Map<number, Record<string, string>>();
  for (const [name, value] of Object.entries(written)) {
    const place = placeIn(list, name);
    if (!place || place.at >= most) continue;
    const row = rows.get(place.at) ?? {};
    row[place.field] = value;
    rows.set(place.at, row);
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

/** The same texts with other rows in a list, numbered anew from 0. */
export function writeRows(written: FieldTexts, { name: list, most }: RowList, rows: readonly Row[]): FieldTexts {
  const others = Object.entries(written).filter(([name]) => !placeIn(list, name));
  const own = rows
    .slice(0, most)
    .flatMap((row, at) => Object.entries(row).map(([field, value]) => [`${list}[${at}].${field}`, value] as const));
  return Object.fromEntries([...others, ...own]);
}

/** Whether every field of a row is blank, or every field named in `meant`: those that somebody fills in who wants the row. */
export function isBlankRow(row: Row, meant: readonly string[] = Object.keys(row)): boolean {
  return meant.every((field) => !row[field]?.trim());
}

/** The row and the field that a name stands for: `items[2].code` is `code` in row 2 of `items`; null for a name outside the list. */
function placeIn(list: string, name: string): { at: number; field: string } | null {
  if (!name.startsWith(`${list}[`)) return null;
  const [, at, field] = /^\[(\d{1,3})\]\.(.+)$/s.exec(name.slice(list.length)) ?? [];
  return at === undefined || field === undefined ? null : { at: Number(at), field };
}
