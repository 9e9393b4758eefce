import { DateTime } from 'luxon';
import type { Logger } from '../../config/logger.ts';
import { deliveryHeaders, type DeliveryMessage } from '../../domain/webhooks/signature.ts';
import { type Connection, type Connections, createConnections } from './connections.ts';
import { deliveryFaultInWords, timedOut } from './fault-in-words.ts';
import { AddressRefused, checkUrl, type GuardOptions } from './guard.ts';
import { createNames, faultCode, type ResolveName } from './host-names.ts';

/** How long one exchange may take: name, connection, TLS, headers and body together. */
const deadlineMs = 10_000;

export type Delivery = DeliveryMessage & { url: string };

/**
 * The outcome of one POST. `ok` is true for 2xx only; `status` and `body` are null where no answer came; `error` says why it failed, in Portuguese.
 */
export type DeliveryOutcome = {
  ok: boolean;
  status: number | null;
  /** The first 16 KiB at most, without what PostgreSQL cannot store in a text. */
  body: string | null;
  error: string | null;
  /** Duration of the whole exchange, DNS included. */
  durationMs: number;
  /** Seconds in the answer's `Retry-After`; null where it has none. */
  retryAfterSeconds: number | null;
};

export type Deliverer = {
  /** Sends one signed POST, without redirects or retries. Never rejects: a failure is in the outcome. */
  deliver(delivery: Delivery): Promise<DeliveryOutcome>;
  close(): Promise<void>;
};

export type DelivererOptions = GuardOptions & {
  timeoutMs?: number;
  /** Resolves host names; the system's DNS servers by default. */
  names?: ResolveName;
  /** Logs why a name may not be called, which the endpoint's owner must not learn. */
  logger?: Logger;
};

/**
 * Sends signed POSTs to receivers on the internet, which may be hostile: to public addresses only, with one deadline and a size limit for the answer.
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { timeoutMs = deadlineMs, names = createNames() } = options;
  const connections = createConnections({ ...options, timeoutMs }, names);
  return {
    async deliver({ url, ...message }) {
      const startedMs = performance.now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      const inWords = (fault: unknown): string =>
        deadline.signal.aborted ? timedOut(timeoutMs) : deliveryFaultInWords(fault);
      const durationMs = (): number => Math.round(performance.now() - startedMs);
      try {
        const answer = await exchange(connections, { url: checkUrl(url, options), message, signal: deadline.signal });
        return { ...outcomeOf(answer, inWords), durationMs: durationMs() };
      } catch (fault) {
        if (fault instanceof AddressRefused && fault.cause instanceof Error) {
          options.logger?.warn('a webhook was not sent', { host: new URL(url).hostname, reason: fault.cause.message });
        }
        const nothing = { ok: false, status: null, body: null, retryAfterSeconds: null };
        return { ...nothing, error: inWords(fault), durationMs: durationMs() };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => connections.close(),
  };
}

function outcomeOf(
  { fault, ...answer }: Answer,
  inWords: (fault: unknown) => string,
): Omit<DeliveryOutcome, 'durationMs'> {
  if (fault !== undefined) return { ...answer, ok: false, error: inWords(fault) };
  const ok = answer.status >= 200 && answer.status < 300;
  return { ...answer, ok, error: ok ? null : `O endereço respondeu ${answer.status}; esperava 2xx.` };
}

type Exchange = { url: URL; message: DeliveryMessage; signal: AbortSignal };

/** The answer; `fault` is what ended it early. */
type Answer = { status: number; body: string; retryAfterSeconds: number | null; fault?: unknown };

const fixedHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Lavra-Webhooks/1.0',
  // an answer that is never decompressed cannot be a decompression bomb
  'accept-encoding': 'identity',
};
/** Error codes of an exchange on a connection that the receiver had closed while it was idle. */
const closings = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * One signed POST. When a kept connection turns out to be closed before any byte of an answer, the request is sent once more on a new one: a receiver
 * that read it and then closed gets it twice, which at-least-once delivery allows.
 */
async function exchange(connections: Connections, wanted: Exchange): Promise<Answer> {
  const kept = connections.take(wanted.url.origin);
  try {
    return await post(connections, kept, wanted);
  } catch (fault) {
    const isStale = kept.isReused() && !kept.isAnswered() && closings.has(faultCode(fault));
    if (!isStale || wanted.signal.aborted) throw fault;
    return await post(connections, connections.open(wanted.url.origin), wanted);
  }
}

async function post(connections: Connections, connection: Connection, wanted: Exchange): Promise<Answer> {
  const { url, message, signal } = wanted;
  connection.begin();
  try {
    const answer = await connection.client.request({
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...fixedHeaders, ...deliveryHeaders(message) },
      body: message.body,
      signal,
    });
    connection.headIsRead();
    const retryAfterSeconds = readRetryAfter(answer.headers['retry-after'], new Date());
    return { status: answer.statusCode, retryAfterSeconds, ...(await readResponse(answer.body)) };
  } finally {
    connections.giveBack(connection);
  }
}

/** Most bytes of an answer that are read and held in memory. */
const limitBytes = 16 * 1024;

/** The beginning of an answer, and the fault that ended it early, if one did. */
type AnswerText = { body: string; fault?: unknown };

/**
 * Reads an answer to its end or to 16 KiB, whichever comes first; stopping early closes the connection. Never rejects: what came before a fault is
 * kept, because it may say why.
 */
export async function readResponse(body: AsyncIterable<Uint8Array>): Promise<AnswerText> {
  let kept = new Uint8Array();
  let size = 0;
  try {
    for await (const chunk of body) {
      const taken = chunk.subarray(0, limitBytes - size);
      // copied, so that a piece of one byte does not keep its whole buffer in memory
      if (size + taken.length > kept.length) kept = grown(kept, size + taken.length);
      kept.set(taken, size);
      size += taken.length;
      if (size === limitBytes) break;
    }
    return { body: storableText(kept.subarray(0, size)) };
  } catch (fault) {
    return { body: storableText(kept.subarray(0, size)), fault };
  }
}

function grown(kept: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(Math.min(limitBytes, Math.max(needed, kept.length * 2)));
  room.set(kept);
  return room;
}

/**
 * Bytes as text that PostgreSQL can store, in at most 16 KiB of UTF-8: without NUL, without half a character at a cut, and with U+FFFD for
 * what is not UTF-8.
 */
function storableText(bytes: Uint8Array): string {
  const isCut = bytes.length === limitBytes;
  const text = new TextDecoder().decode(bytes, { stream: isCut }).replaceAll('\0', '');
  if (text.length * 3 <= limitBytes) return text;
  // U+FFFD, in place of one byte, takes three.
  const room = new Uint8Array(limitBytes);
  return new TextDecoder().decode(room.subarray(0, new TextEncoder().encodeInto(text, room).written));
}

/** Thirty years: nobody means a longer wait. */
const mostSeconds = 999_999_999;
const inSeconds = /^\d{1,9}$/;

/**
 * The seconds that an answer's `Retry-After` asks for (RFC 9110 §10.2.3): a number of seconds, or the seconds from `now` to a date, never negative.
 * Null where the header is missing, repeated, or neither of the two.
 */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  if (inSeconds.test(header)) return Number(header);
  const date = DateTime.fromHTTP(header);
  if (!date.isValid) return null;
  const seconds = Math.ceil((date.toMillis() - now.getTime()) / 1000);
  return Math.min(Math.max(0, seconds), mostSeconds);
}
