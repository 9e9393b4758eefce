import { createWriteStream } from 'node:fs';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { fetch, type Response } from 'undici';
import { message } from './command.ts';
import type { Log } from './first-that-works.ts';
import { type Proxies, proxiesInWords, proxyAgent } from './settings.ts';

/** The proxies to download through, and what is told how far the download is. */
export type DownloadOptions = { proxies: Proxies; progress: DownloadProgress };

const silentForMs = 60_000;

/**
 * Saves the response of an address to a file.
 *
 * @throws {Error} naming the host, the reason and the proxies, where the address cannot be reached or the response is not complete
 */
export async function download(url: string, file: string, { proxies, progress }: DownloadOptions): Promise<void> {
  await reached(url, proxies, async (answer) => {
    const length = Number(answer.headers.get('content-length') ?? 0);
    let received = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length;
        progress.at(received, length);
        done(null, chunk);
      },
    });
    if (answer.body === null) throw new Error('a resposta veio vazia');
    try {
      await pipeline(Readable.fromWeb(answer.body), counted, createWriteStream(file));
    } finally {
      progress.end();
    }
    if (length > 0 && received !== length) throw new Error(`vieram ${received} de ${length} bytes`);
  });
}

/**
 * The JSON of a response.
 *
 * @throws {Error} as `download`
 */
export function downloadedJson(url: string, proxies: Proxies): Promise<unknown> {
  return reached(url, proxies, (answer) => answer.json());
}

async function reached<T>(url: string, proxies: Proxies, use: (answer: Response) => Promise<T>): Promise<T> {
  const dispatcher = proxyAgent(proxies);
  const quiet = new AbortController();
  const timer = setTimeout(() => quiet.abort(new Error('não respondeu a tempo')), silentForMs);
  try {
    const answer = await fetch(url, { dispatcher, signal: quiet.signal });
    clearTimeout(timer);
    if (!answer.ok) throw new Error(`respondeu ${answer.status}`);
    return await use(answer);
  } catch (cause) {
    throw new Error(`${new URL(url).host} não pôde ser alcançado: ${reason(cause)} (${proxiesInWords(proxies)})`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
    await dispatcher.destroy();
  }
}

/** The innermost cause, because the message of `fetch` is only `fetch failed`. */
function reason(error: unknown): string {
  if (!types.isNativeError(error)) return message(error);
  if (error.cause !== undefined) return reason(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message.includes(code) ? error.message : `${code} ${error.message}`;
}

/** Shows how far a download is. */
type DownloadProgress = {
  /** @param totalBytes 0 where the server does not say it */
  at(receivedBytes: number, totalBytes: number): void;
  end(): void;
};

const redrawMs = 200;
const lineEveryMs = 5000;

type Clock = () => number;

/**
 * Progress on a terminal as one line that is redrawn; elsewhere as a line at the start and every five seconds.
 *
 * @param says what is downloaded, and from where
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

/** Megabytes of 10⁶ bytes. */
function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}
