import type { Writable } from 'node:stream';
import type { Log } from './first-that-works.ts';

/** Tells how far a download is. */
export type DownloadProgress = {
  /** @param totalBytes 0 where the server does not say it */
  at(receivedBytes: number, totalBytes: number): void;
  end(): void;
};

const redrawMs = 200;
const lineEveryMs = 5000;

type Clock = () => number;

/**
 * On a terminal one line that is drawn again and again; elsewhere a line at the start and every five seconds.
 *
 * @param says what is downloaded, from where
 */
export function downloadProgress(
  says: string,
  log: Log,
  terminal: Writable & { isTTY?: boolean } = process.stdout,
  now: Clock = () => performance.now(),
): DownloadProgress {
  return terminal.isTTY ? onTerminal(says, terminal, now) : inLines(says, log, now);
}

function onTerminal(says: string, terminal: Writable, now: Clock): DownloadProgress {
  let drawnAt = -Infinity;
  let last = '';
  const draw = (): void => void terminal.write(`\r\u001b[K${last}`);
  return {
    at(received, total) {
      last = `${says}: ${inWords(received, total)}`;
      if (now() - drawnAt < redrawMs) return;
      drawnAt = now();
      draw();
    },
    end() {
      draw();
      terminal.write('\n');
    },
  };
}

function inLines(says: string, log: Log, now: Clock): DownloadProgress {
  let saidAt: number | undefined;
  let last = '';
  return {
    at(received, total) {
      last = `${says}: ${inWords(received, total)}`;
      if (saidAt !== undefined && now() - saidAt < lineEveryMs) return;
      saidAt = now();
      log(last);
    },
    end() {
      log(last === '' ? says : last);
    },
  };
}

function inWords(received: number, total: number): string {
  if (total === 0) return megabytes(received);
  return `${megabytes(received)} de ${megabytes(total)} (${Math.floor((received / total) * 100)}%)`;
}

/** Millions of bytes, as disks and downloads are told. */
function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}
