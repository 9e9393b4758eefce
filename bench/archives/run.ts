import { loadavg } from 'node:os';
import { median } from '../nfe/measure.ts';
import { installRivals, type Result, resultOf } from './contestants.ts';
import { noteBytes } from './files.ts';

const rounds = 3;
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
].map((contestant) => ({ ...contestant, results: new Array<Result>() }));

installRivals();
const load = () => loadavg()[0]?.toFixed(1) ?? '-';
const loadBefore = load();
for (let round = 0; round < rounds; round++) {
  for (const { name, script, count, results } of contestants) {
    results.push(await resultOf(script, name, count));
  }
}
printTable();

function printTable(): void {
  const rows = contestants.map(({ what, count, results }) => {
    const middle = (key: keyof Result) => median(results.map((each) => each[key]));
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
