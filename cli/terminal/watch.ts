import { setTimeout } from 'node:timers/promises';
import { untilAskedToEnd } from '../../machine/signals.ts';
import type { Shell } from '../shell.ts';

const everyMs = 5_000;
/** Back to the first column of the first line, and nothing below. */
const clear = '\u001B[H\u001B[2J';

/** Prints what `read` tells again and again until Ctrl-C, in place on a terminal. */
export async function watch(read: () => Promise<string>, { stdout }: Pick<Shell, 'stdout'>): Promise<void> {
  const asked = untilAskedToEnd(false);
  const start = 'isTTY' in stdout && stdout.isTTY ? clear : '';
  for (;;) {
    stdout.write(`${start}${await read()}\n`);
    if ((await Promise.race([asked, setTimeout(everyMs)])) === 'asked') return;
  }
}
