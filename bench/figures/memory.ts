import { readdir, readFile } from 'node:fs/promises';

/** Resident memory in MB of the process below this one that has `script` in its command line; NaN without /proc. */
export async function memoryOf(script: RegExp): Promise<number> {
  const entries = await readdir('/proc').catch(() => []);
  for (const pid of entries.filter((entry) => /^\d+$/.test(entry))) {
    const [command, status] = await Promise.all([text(`/proc/${pid}/cmdline`), text(`/proc/${pid}/status`)]);
    const isOurs = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid;
    if (isOurs && script.test(command)) return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  }
  return Number.NaN;
}

const text = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => ''); // the process ended meanwhile
