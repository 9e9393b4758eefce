/**
 * What all of these gave. Unlike `Promise.all` it waits for the rest when one fails: what came up meanwhile must be known
 * to be stopped.
 */
export async function allStarted<T extends readonly unknown[] | []>(
  starting: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}
