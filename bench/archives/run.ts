import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { median } from '../nfe/measure.ts';
import { noteBytes } from './files.ts';

const rounds = 3;
const folder = import.meta.dirname;
const many = 100_000;

const contestants = [
  { name: 'lavra', what: 'Lavra: the deflate stream of each gzip', script: 'ours.ts', count: many },
  { name: 'floor', what: 'floor: the same gzips joined', script: 'ours.ts', count: many },
  {
    name: 'compress-commons',
    what: 'compress-commons 7.0.1, subclass that hands it through',
    script: 'rival.js',
    count: many,
  },
  { name: 'archiver', what: 'archiver 8.0.0, stored', script: 'rival.js', count: many },
  { name: 'yazl-stored', what: 'yazl 3.3.1, stored', script: 'rival.js', count: many },
  { name: 'yazl-deflated', what: 'yazl 3.3.1, deflated', script: 'rival.js', count: many / 10 },
].map((contestant) => ({ ...contestant, results: new Array<z.infer<typeof result>>() }));

const result = z.object({ seconds: z.number(), cpuSeconds: z.number(), memoryMb: z.number(), byteCount: z.number() });

if (!existsSync(join(folder, 'node_modules', 'yazl'))) {
  process.stdout.write('Installing archiver, compress-commons and yazl for the comparison...\n');
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
}
const load = () => loadavg()[0]?.toFixed(1) ?? '-';
const loadBefore = load();
for (let round = 0; round < rounds; round++) {
  for (const { name, script, count, results } of contestants) {
    const child = fork(join(folder, script), [name, String(count)], { cwd: folder });
    const [told] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])]);
    results.push(result.parse(told));
  }
}
printTable();

function printTable(): void {
  const rows = contestants.map(({ what, count, results }) => {
    const middle = (key: keyof z.infer<typeof result>) => median(results.map((each) => each[key]));
    const perSecond = count / middle('seconds');
    return {
      what,
      count,
      perSecond,
      cpuUs: (middle('cpuSeconds') / count) * 1e6,
      memory: middle('memoryMb'),
      mb: middle('byteCount') / 1e6,
    };
  });
  const ours = rows[0]?.perSecond ?? Number.NaN;
  const lines = rows.map(({ what, count, perSecond, cpuUs, memory, mb }) =>
    [
      what,
      count,
      perSecond.toFixed(0),
      (perSecond / ours).toFixed(3),
      cpuUs.toFixed(1),
      mb.toFixed(0),
      memory.toFixed(0),
    ].join(' | '),
  );
  const head = ['', 'files', 'a second', 'to Lavra', 'CPU of each, µs', 'MB written', 'memory grew by, MB'].join(' | ');
  process.stdout.write(
    `\nNotes of ${noteBytes} characters from memory, to a reader that takes each chunk in a turn of its own; medians of ${rounds} archives, ` +
      `each in a new process, Node ${process.versions.node}, load ${loadBefore} to ${load()}.\n\n` +
      [head, Array(7).fill('---').join(' | '), ...lines].map((line) => `| ${line} |\n`).join(''),
  );
}
