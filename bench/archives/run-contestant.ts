import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type File, files } from './files.ts';

/** The measurement of one archive by one contestant, in a process of its own. */
export type Result = { seconds: number; cpuSeconds: number; memoryMb: number; byteCount: number };
/** Makes an archive of the files, or fails. */
export type Contestant = (files: Iterable<File>) => NodeJS.ReadableStream;

/** Runs the contestant that the command line names, and sends the parent process its measurement. */
export async function runContestant(contestants: Record<string, Contestant>): Promise<void> {
  const [, , name = '', count = '0'] = process.argv;
  const make = contestants[name];
  if (!make) throw new Error(`no contestant ${name}`);
  await drain(make(files(2000))); // warms up the compiler
  const rssBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const byteCount = await drain(make(files(Number(count))));
  const { user, system } = process.cpuUsage(cpuBefore);
  const result: Result = {
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds: (user + system) / 1e6,
    memoryMb: (process.resourceUsage().maxRSS * 1024 - rssBefore) / 1024 ** 2,
    byteCount,
  };
  process.send?.(result);
}

/** Takes each chunk in a turn of the event loop, as a socket does. @returns the bytes taken */
async function drain(stream: NodeJS.ReadableStream): Promise<number> {
  let taken = 0;
  const reader = new Writable({
    highWaterMark: 64 * 1024,
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      setImmediate(done);
    },
  });
  await pipeline(stream, reader);
  return taken;
}
