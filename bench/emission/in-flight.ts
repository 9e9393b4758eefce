/** Runs `task` so many times, never more than `lanes` of them at once. @returns what each gave, and the time all took in seconds */
export async function inFlight<Result>(
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
