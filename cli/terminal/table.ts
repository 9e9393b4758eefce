/** Rows as aligned columns under their titles; `empty` where there are none. */
export function table(rows: Record<string, string>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const titles = Object.keys(first);
  const widths = titles.map((title) => Math.max(title.length, ...rows.map((row) => row[title]?.length ?? 0)));
  const line = (cells: string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(titles), ...rows.map((row) => line(titles.map((title) => row[title] ?? '')))].join('\n');
}
