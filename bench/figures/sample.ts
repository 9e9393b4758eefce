import { cpuBetween, type CpuTimes, cpuTimes } from './cpu.ts';

/** The measurement of one load: for each run its time to the first answer and to the end, in milliseconds, and CPU time by kind of process. */
export type Sample = { runs: number; seconds: number; createMs: number[]; totalMs: number[]; cpu: CpuTimes };
export type Timing = { createMs?: number; totalMs: number };

/** Takes a sample of `task`: `runs` runs of it, `lanes` at once. */
export async function sample(
  { runs, lanes }: { runs: number; lanes: number },
  task: () => Promise<Timing>,
): Promise<Sample> {
  const before = await cpuTimes();
  const { results, seconds } = await inFlight({ count: runs, lanes }, task);
  return {
    runs,
    seconds,
    createMs: results.flatMap(({ createMs }) => createMs ?? []),
    totalMs: results.map(({ totalMs }) => totalMs),
    cpu: cpuBetween(before, await cpuTimes()),
  };
}

/** Joins several samples of the same load. */
export function together(samples: Sample[]): Sample {
  const cpu: CpuTimes = new Map();
  for (const each of samples) for (const [name, ms] of each.cpu) cpu.set(name, (cpu.get(name) ?? 0) + ms);
  return {
    runs: samples.reduce((sum, { runs }) => sum + runs, 0),
    seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
    createMs: samples.flatMap(({ createMs }) => createMs),
    totalMs: samples.flatMap(({ totalMs }) => totalMs),
    cpu,
  };
}

/** Runs `task` `count` times, at most `lanes` of them at once. @returns the results, and the seconds that all took */
async function inFlight<Result>(
  { count, lanes }: { count: number; lanes: number },
  task: () => Promise<Result>,
): Promise<{ results: Result[]; seconds: number }> {
  const results: Result[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      results.push(await task());
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  return { results, seconds: (performance.now() - start) / 1000 };
}
