/** What stands in the fields of a form, as text, by their names; rows of a list are `items[0].code`. */
export type Written = Readonly<Record<string, string>>;

/** What stands in the fields of one row, by their names within it. */
export type Row = Readonly<Record<string, string>>;

/** A list that a form has in rows, and how many it may have. */
export type RowList = { name: string; most: number };

/** The rows of a list, in their order; numbers that nobody sent leave no gap. */
export function readRows(written: Written, { name: list, most }: RowList): Row[] {
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

/** The same form with other rows in a list, counted anew. */
export function writeRows(written: Written, { name: list, most }: RowList, rows: readonly Row[]): Written {
  const others = Object.entries(written).filter(([name]) => !placeIn(list, name));
  const own = rows
    .slice(0, most)
    .flatMap((row, at) => Object.entries(row).map(([field, value]) => [`${list}[${at}].${field}`, value] as const));
  return Object.fromEntries([...others, ...own]);
}

/** Whether nobody has written anything in a row, or in those of its fields by which one is meant. */
export function isBlank(row: Row, meant: readonly string[] = Object.keys(row)): boolean {
  return meant.every((field) => !row[field]?.trim());
}

/** Where a field stands: `items[2].code` in row 2 of `items`, as its `code`; null where the field is in no row of the list. */
function placeIn(list: string, name: string): { at: number; field: string } | null {
  if (!name.startsWith(`${list}[`)) return null;
  const [, at, field] = /^\[(\d{1,3})\]\.(.+)$/s.exec(name.slice(list.length)) ?? [];
  return at === undefined || field === undefined ? null : { at: Number(at), field };
}
