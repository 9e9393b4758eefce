/** Times of so many runs of a task one after another, in milliseconds. */
export async function measure(task: () => unknown, count: number): Promise<number[]> {
  const timesMs: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const start = performance.now();
    await task();
    timesMs.push(performance.now() - start);
  }
  return timesMs;
}

/** The middle of the times; what a shared machine does now and then does not show in it. */
export function median(timesMs: number[]): number {
  const sorted = timesMs.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
