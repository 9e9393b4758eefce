import { setTimeout } from 'node:timers/promises';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import type { Board } from './board.ts';
import { hasEnded } from './in-words.ts';

/** How often the rows are read. */
const everyMs = 1_000;

/**
 * Shows closings until all of them have ended.
 *
 * @param read gives them as they stand
 * @returns them as they ended
 */
export async function watchClosings(read: () => Promise<Closing[]>, board: Board): Promise<Closing[]> {
  try {
    for (;;) {
      const closings = await read();
      board.show(closings, new Date());
      if (closings.every(hasEnded)) return closings;
      await setTimeout(everyMs);
    }
  } finally {
    board.stop();
  }
}
