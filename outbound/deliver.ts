import { Agent, request } from 'undici';
import { deliveryHeaders, type DeliveryMessage } from '../domain/webhooks/delivery-headers.ts';
import { faultInWords, timedOut } from './fault-in-words.ts';
import { checkUrl, guardedLookup, type GuardOptions } from './guard.ts';
import { readRetryAfter } from './retry-after.ts';

/** How long one exchange may take: name, connection, TLS, headers and body together (spec 1-core §6.4, §6.5). */
const deadlineMs = 10_000;
/** How much of an answer is read and kept; no more than this is ever in memory. */
const answerLimitBytes = 16 * 1024;

export type Delivery = DeliveryMessage & { url: string };

/** What came of one POST. `ok` is 2xx and nothing else; `status` and `body` are null where no answer came, `error` says why in Portuguese. */
export type DeliveryOutcome = {
  ok: boolean;
  status: number | null;
  body: string | null;
  error: string | null;
  /** Milliseconds of the whole exchange, from before the name was looked up. */
  durationMs: number;
  /** What the answer asked for in `Retry-After`, in seconds and as it was sent; null where it asked nothing. */
  retryAfterSeconds: number | null;
};

export type Deliverer = {
  /** One signed POST, without redirects or retries. Never rejects: what went wrong is in the outcome. */
  deliver(delivery: Delivery): Promise<DeliveryOutcome>;
  close(): Promise<void>;
};

/** Signed POSTs to receivers out in the world, which may be hostile: public addresses only, one deadline, a capped answer. */
export function createDeliverer(options: GuardOptions & { timeoutMs?: number }): Deliverer {
  const { timeoutMs = deadlineMs } = options;
  const dispatcher = new Agent({
    allowH2: false,
    connections: 32,
    pipelining: 1,
    connect: { lookup: guardedLookup(options), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async deliver({ url, ...message }) {
      const startedMs = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      let status: number | null = null;
      let retryAfterSeconds: number | null = null;
      const measured = () => ({ durationMs: Math.round(performance.now() - startedMs), retryAfterSeconds });
      try {
        const response = await request(checkUrl(url, options), {
          method: 'POST',
          headers: { ...fixedHeaders, ...deliveryHeaders(message) },
          body: message.body,
          dispatcher,
          signal,
        });
        status = response.statusCode;
        retryAfterSeconds = readRetryAfter(response.headers['retry-after'], new Date());
        const body = await readCapped(response.body);
        const ok = status >= 200 && status < 300;
        const error = ok ? null : `O endereço respondeu ${status}; esperava 2xx.`;
        return { ok, status, body, error, ...measured() };
      } catch (error) {
        const words = signal.aborted ? timedOut(timeoutMs) : faultInWords(error, timeoutMs);
        return { ok: false, status, body: null, error: words, ...measured() };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

const fixedHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Lavra-Webhooks/1.0',
  // An answer that is never decompressed cannot be a bomb.
  'accept-encoding': 'identity',
};

/** The beginning of an answer as text that PostgreSQL can store; reading stops, and the connection ends, at the limit. */
async function readCapped(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, answerLimitBytes - size));
    size += chunk.length;
    if (size >= answerLimitBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '');
}
