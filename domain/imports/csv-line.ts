/** One line of a CSV file, without its end. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return quoted.join(delimiter);
}
