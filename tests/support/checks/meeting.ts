/** A point that all of `size` parties reach before any goes on. */
export function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = size;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
