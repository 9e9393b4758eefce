import { CacheUnwritable } from './cache.ts';
import { message } from './command.ts';

/** Takes one line at a time about what a part is doing. */
export type Log = (line: string) => void;

/** One way to get a part. Resolves to `undefined` where the way does not apply on this machine; rejects where it was tried and failed. */
export type Way<T> = () => Promise<T | undefined>;

/**
 * Tries the ways to get a part in their order, and returns the result of the first that works.
 *
 * @param lastWord what the reader can do when none works
 * @throws Error with the reason of each way, and `lastWord`
 */
export async function firstThatWorks<T>(part: string, links: Way<T>[], lastWord: string, log: Log): Promise<T> {
  const reasons: string[] = [];
  for (const link of links) {
    try {
      const found = await link();
      if (found !== undefined) return found;
    } catch (error) {
      if (error instanceof CacheUnwritable) throw error;
      reasons.push(message(error));
      log(`${part}: ${message(error)}`);
    }
  }
  throw new Error([`${part}: nenhum caminho funcionou.`, ...reasons.map((r) => `  - ${r}`), lastWord].join('\n'));
}

const firstAfterMs = 5000;
const atMostMs = 60_000;

/** Logs what a step does and, while it runs, for how long it has: after 5 seconds, then less and less often. */
export async function withProgress<T>(says: string, log: Log, step: () => Promise<T>): Promise<T> {
  log(says);
  const started = Date.now();
  let timer = setTimeout(remind, firstAfterMs, firstAfterMs);
  function remind(waitedMs: number): void {
    log(`${says} (há ${Math.round((Date.now() - started) / 1000)} s)`);
    const nextMs = Math.min(waitedMs * 2, atMostMs);
    timer = setTimeout(remind, nextMs, nextMs);
  }
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}
