import { CacheUnwritable } from './cache.ts';
import { message } from './failure.ts';

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
