import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { MultiBar, type SingleBar } from 'cli-progress';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import { progressOf } from '../../domain/closings/progress.ts';
import { endInWords, hasEnded } from './in-words.ts';

/** Shows the progress of closings; `show` is called again and again. */
export type Board = { show(closings: Closing[], now: Date): void; stop(): void };

export const noBoard: Board = { show: () => {}, stop: () => {} };

/** Least time between two lines about one closing, unless its status changes. */
const linesEveryMs = 5_000;

/** A bar for each company that is being closed and one for all, on a terminal; lines elsewhere. */
export function showBoard(stderr: Writable): Board {
  return 'isTTY' in stderr && stderr.isTTY ? asBars(stderr) : asLines(stderr);
}

/**
 * Bars for the closings that run. One that has ended leaves a line above the bars: of two hundred closings ten run at a time, and more bars would not
 * fit.
 */
function asBars(stream: Writable): Board {
  const bars = new MultiBar({
    stream,
    format: '{bar} {percentage}% | {name} | {detail}',
    barsize: 20,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    linewrap: true, // without it a terminal no longer wraps lines after Ctrl-C
    emptyOnZero: true,
    gracefulExit: false, // the library's own handler would keep Ctrl-C from ending us
  });
  let all: SingleBar | undefined;
  const running = new Map<string, SingleBar>();
  const told = new Set<string>();
  return {
    show(closings, now) {
      const ended = closings.filter(hasEnded);
      const detail = `${ended.length} de ${closings.length} empresas`;
      all ??= bars.create(closings.length, 0, { name: 'Fechamentos', detail });
      for (const closing of closings) {
        const bar = running.get(closing.id);
        if (closing.status === 'RUNNING') {
          const payload = { name: closing.companyName, detail: detailOf(closing, now) };
          if (bar) bar.setTotal(closing.documentCount);
          else running.set(closing.id, bars.create(closing.documentCount, closing.doneCount, payload));
          bar?.update(closing.doneCount, payload);
        } else if (bar) {
          bars.remove(bar);
          running.delete(closing.id);
        }
      }
      for (const closing of ended.filter(({ id }) => !told.has(id))) {
        told.add(closing.id);
        bars.log(`${endInWords(closing)}\n`);
      }
      all.update(ended.length, { name: 'Fechamentos', detail });
    },
    stop() {
      bars.update(); // writes lines that still wait
      bars.stop();
    },
  };
}

function asLines(stream: Writable): Board {
  const said = new Map<string, { status: string; at: number }>();
  return {
    show(closings, now) {
      for (const closing of closings) {
        const last = said.get(closing.id);
        const isNews = last?.status !== closing.status && closing.status !== 'PENDING';
        const isDue = closing.status === 'RUNNING' && now.getTime() - (last?.at ?? 0) >= linesEveryMs;
        if (!isNews && !isDue) continue;
        said.set(closing.id, { status: closing.status, at: now.getTime() });
        const { percent } = progressOf(closing, now);
        const moving = `${closing.companyName}: ${percent}%, ${detailOf(closing, now)}`;
        stream.write(`${hasEnded(closing) ? endInWords(closing) : moving}\n`);
      }
    },
    stop: () => {},
  };
}

function detailOf(closing: Closing, now: Date): string {
  const { doneCount, documentCount, pdfsPerSecond, secondsLeft, waiting } = progressOf(closing, now);
  const pace = pdfsPerSecond === null ? [] : [`${pdfsPerSecond.toLocaleString('pt-BR')} PDFs/s`];
  const left = secondsLeft === null ? [] : [`faltam ${secondsLeft} s`];
  return [`${doneCount} de ${documentCount} documentos`, ...(waiting ? [waiting.reason] : [...pace, ...left])].join(
    ', ',
  );
}

/** How often the closings' rows are read. */
const everyMs = 1_000;

/**
 * Shows closings until all of them have ended.
 *
 * @param read returns them as they stand
 * @returns them as they ended
 */
export async function watchClosings(read: () => Promise<Closing[]>, board: Board): Promise<Closing[]> {
  try {
    for (;;) {
      const closings = await read();
      board.show(closings, new Date());
      if (closings.every(hasEnded)) return closings;
      await setTimeout(everyMs);
    }
  } finally {
    board.stop();
  }
}
