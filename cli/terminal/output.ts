import { setTimeout } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { brasiliaZone } from '../../domain/fiscal-time.ts';
import { untilAskedToEnd } from '../../machine/signals.ts';
import type { Shell } from '../session.ts';

/** Rows as aligned columns under their titles; `empty` where there are no rows. */
export function textTable(rows: Record<string, string>[], empty: string): string {
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

/** An instant for people, to the second and in Brasília time: `23/11/2026 14:02:11`. */
export function brasiliaMoment(instant: Date): string {
  return DateTime.fromJSDate(instant, { zone: brasiliaZone }).toFormat('dd/MM/yyyy HH:mm:ss');
}

const everyMs = 5_000;
/** Moves the cursor to the top left, and clears the screen. */
const clear = '\u001B[H\u001B[2J';

/** What to show, and whether it is the last of it. */
export type ShownText = { text: string; isOver?: boolean };

/** Prints the text of `look` again and again, in place on a terminal, until `isOver` or Ctrl-C. */
export async function watch(
  look: () => Promise<ShownText>,
  { stdout }: Pick<Shell, 'stdout'>,
  pauseMs = everyMs,
): Promise<void> {
  const asked = untilAskedToEnd(false);
  const isTerminal = 'isTTY' in stdout && stdout.isTTY === true;
  for (let last: string | null = null; ;) {
    const { text, isOver = false } = await look();
    // a file or a pipe gets a text only when it has changed
    if (isTerminal || text !== last) stdout.write(`${isTerminal ? clear : ''}${text}\n`);
    last = text;
    if (isOver || (await Promise.race([asked, setTimeout(pauseMs)])) === 'asked') return;
  }
}
