import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** Shows the progress of a long command. */
export type ProgressBar = {
  start(total: number, done: number): void;
  at(done: number): void;
  stop(): void;
};

const linesEveryMs = 3_000;

type Clock = () => number;

/**
 * A bar on a terminal, a line every few seconds elsewhere.
 *
 * @param what what is counted, in the plural and in Portuguese
 * @param now a clock in milliseconds
 */
export function showProgress(stderr: Writable, what: string, now: Clock = () => performance.now()): ProgressBar {
  return 'isTTY' in stderr && stderr.isTTY ? asBar(stderr, what, now) : asLines(stderr, what, now);
}

export const noProgress: ProgressBar = { start: () => {}, at: () => {}, stop: () => {} };

function asBar(stream: Writable, what: string, now: Clock): ProgressBar {
  const bar = new SingleBar({
    stream,
    format: `{bar} {percentage}% | {value} de {total} ${what} | {rate}/s | faltam {left}`,
    barsize: 20,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    linewrap: true, // without it a terminal no longer wraps lines after Ctrl-C
  });
  let pace = createPace(0, 0, now);
  return {
    start(total, done) {
      pace = createPace(total, done, now);
      bar.start(total, done, pace(done));
    },
    at: (done) => bar.update(done, pace(done)),
    stop: () => bar.stop(),
  };
}

function asLines(stream: Writable, what: string, now: Clock): ProgressBar {
  let pace = createPace(0, 0, now);
  let total = 0;
  let saidAt = now();
  return {
    start(rows, done) {
      pace = createPace(rows, done, now);
      total = rows;
    },
    at(done) {
      if (now() - saidAt < linesEveryMs) return;
      saidAt = now();
      const { rate, left } = pace(done);
      const percentage = Math.floor((done / total) * 100);
      stream.write(`${done} de ${total} ${what} (${percentage}%), ${rate} por segundo, faltam ${left}\n`);
    },
    stop: () => {},
  };
}

/** Rows per second since the start, and the seconds that the rest takes at that pace. */
function createPace(total: number, from: number, now: Clock) {
  const startedAt = now();
  return (done: number): { rate: string; left: string } => {
    const seconds = (now() - startedAt) / 1000;
    const perSecond = seconds > 0 ? (done - from) / seconds : 0;
    if (perSecond === 0) return { rate: '-', left: '-' };
    return { rate: perSecond.toFixed(0), left: `${Math.ceil((total - done) / perSecond)} s` };
  };
}
