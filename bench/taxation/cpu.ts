/** CPU milliseconds of one run of a pure task on this thread: its wall clock time on an idle machine. */
export function cpuOf(task: () => unknown): number {
  const before = process.threadCpuUsage();
  task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
