import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** Shows how far an import has come. */
export type Progress = {
  start(total: number, done: number): void;
  at(done: number): void;
  stop(): void;
};

const linesEveryMs = 3_000;

/** A bar on a terminal, a line now and then elsewhere. */
export function showProgress(stderr: Writable): Progress {
  return 'isTTY' in stderr && stderr.isTTY ? asBar(stderr) : asLines(stderr);
}

export const noProgress: Progress = { start: () => {}, at: () => {}, stop: () => {} };

function asBar(stream: Writable): Progress {
  const format = '{bar} {percentage}% | {value} de {total} linhas | {rate} por segundo | faltam {left}';
  const bar = new SingleBar({ stream, format, barsize: 30, barCompleteChar: '█', barIncompleteChar: '░' });
  let pace = createPace(0, 0);
  return {
    start(total, done) {
      pace = createPace(total, done);
      bar.start(total, done, pace(done));
    },
    at: (done) => bar.update(done, pace(done)),
    stop: () => bar.stop(),
  };
}

function asLines(stream: Writable): Progress {
  let pace = createPace(0, 0);
  let total = 0;
  let saidAt = Date.now();
  return {
    start(rows, done) {
      pace = createPace(rows, done);
      total = rows;
    },
    at(done) {
      if (Date.now() - saidAt < linesEveryMs) return;
      saidAt = Date.now();
      const { rate, left } = pace(done);
      const percentage = Math.floor((done / total) * 100);
      stream.write(`${done} de ${total} linhas (${percentage}%), ${rate} por segundo, faltam ${left}\n`);
    },
    stop: () => {},
  };
}

/** Rows a second since the start, and the seconds that the rest takes at that. */
function createPace(total: number, from: number) {
  const startedAt = Date.now();
  return (done: number): { rate: string; left: string } => {
    const seconds = (Date.now() - startedAt) / 1000;
    const perSecond = seconds > 0 ? (done - from) / seconds : 0;
    if (perSecond === 0) return { rate: '-', left: '-' };
    return { rate: perSecond.toFixed(0), left: `${Math.ceil((total - done) / perSecond)} s` };
  };
}
