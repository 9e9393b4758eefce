import { readdir, readFile } from 'node:fs/promises';

/** Resident memory of the worker that this process started, in MB; NaN where there is no /proc. */
export async function workerMemory(): Promise<number> {
  const entries = await readdir('/proc').catch(() => []);
  for (const pid of entries.filter((entry) => /^\d+$/.test(entry))) {
    const [command, status] = await Promise.all([text(`/proc/${pid}/cmdline`), text(`/proc/${pid}/status`)]);
    const isOurs = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid;
    if (isOurs && /worker\/server\.ts/.test(command)) return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  }
  return Number.NaN;
}

const text = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => ''); // ended meanwhile
