import { setTimeout } from 'node:timers/promises';
import { PrintingFailed } from './printing-failed.ts';

/**
 * The result of the work, unless it takes too long; the work then goes on, and its result is ignored.
 *
 * @throws PrintingFailed with `timeout`
 */
export async function withinTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const settled = new AbortController();
  const tooLate = setTimeout(timeoutMs, undefined, { signal: settled.signal }).then(() => {
    throw new PrintingFailed('timeout');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    settled.abort();
  }
}
