/** Milliseconds of CPU that one run of a pure task takes on this thread: its wall clock time on an idle machine. */
export function cpuOf(task: () => unknown): number {
  const before = process.threadCpuUsage();
  task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
