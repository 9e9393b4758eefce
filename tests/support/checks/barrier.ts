/** A barrier: each of `size` parties awaits the returned function, which resolves for all of them when the last one calls it. */
export function barrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = size;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
