import { failedWith } from '../machine/failure.ts';

/** Whether a process of this number runs, whoever it belongs to. */
export function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return failedWith(error, 'EPERM');
  }
}
