import { setTimeout } from 'node:timers/promises';
import { untilAskedToEnd } from '../../machine/signals.ts';
import type { Shell } from '../shell.ts';

const everyMs = 5_000;
/** Back to the first column of the first line, and nothing below. */
const clear = '\u001B[H\u001B[2J';

/** What to show, and whether it is the last of it. */
export type Look = { text: string; isOver?: boolean };

/** Prints what `look` tells again and again, in place on a terminal, until it is over or until Ctrl-C. */
export async function watch(
  look: () => Promise<Look>,
  { stdout }: Pick<Shell, 'stdout'>,
  pauseMs = everyMs,
): Promise<void> {
  const asked = untilAskedToEnd(false);
  const isTerminal = 'isTTY' in stdout && stdout.isTTY === true;
  for (let last: string | null = null; ;) {
    const { text, isOver = false } = await look();
    // A file or a pipe would only fill with the same.
    if (isTerminal || text !== last) stdout.write(`${isTerminal ? clear : ''}${text}\n`);
    last = text;
    if (isOver || (await Promise.race([asked, setTimeout(pauseMs)])) === 'asked') return;
  }
}
