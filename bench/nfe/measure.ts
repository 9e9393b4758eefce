/** Runs a task `count` times, one after another. @returns the times in milliseconds */
export async function measure(task: () => unknown, count: number): Promise<number[]> {
  const timesMs: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const start = performance.now();
    await task();
    timesMs.push(performance.now() - start);
  }
  return timesMs;
}

/** The median of the times, which short bursts of other load do not change. */
export function median(timesMs: number[]): number {
  const sorted = timesMs.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
