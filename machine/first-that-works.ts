import { CacheUnwritable } from './cache.ts';
import { message } from './command.ts';

/** A part tells here what it is doing, one line a call. */
export type Log = (line: string) => void;

/** One way to get a part. `undefined` means that this way does not apply here; an error, that it was tried and failed. */
export type Way<T> = () => Promise<T | undefined>;

/**
 * Tries the ways to get a part in their order and gives the result of the first that works.
 *
 * @throws Error with every reason and the last word: what the reader can do about it.
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

/** Logs what a step does and, while it runs, for how long: after 5 seconds, then less and less often. */
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
