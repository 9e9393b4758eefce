import { setTimeout } from 'node:timers/promises';

/**
 * What `work` gives, if it gives it in time.
 *
 * @throws {Error} `sem resposta em N s`
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const patience = new AbortController();
  const late = setTimeout(milliseconds, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`sem resposta em ${milliseconds / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    late.catch(() => {}); // given up on purpose
    work.catch(() => {}); // its failure after the deadline is nobody's news
  }
}
