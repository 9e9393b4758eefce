import type { Logger } from '../../config/logger.ts';
import type { DeliveryMessage } from '../../domain/webhooks/delivery-headers.ts';
import { createConnections } from './connections.ts';
import { exchange, type Answer } from './exchange.ts';
import { faultInWords, timedOut } from './fault-in-words.ts';
import { AddressRefused, checkUrl, type GuardOptions } from './guard.ts';
import { createNames, type Names } from './names.ts';

/** How long one exchange may take: name, connection, TLS, headers and body together (spec 1-core §6.4, §6.5). */
const deadlineMs = 10_000;

export type Delivery = DeliveryMessage & { url: string };

/** The outcome of one POST. `ok` is 2xx alone; `status` and `body` are null where no answer came, `error` says why in Portuguese. */
export type DeliveryOutcome = {
  ok: boolean;
  status: number | null;
  /** The first 16 KiB at most, as text that PostgreSQL can store. */
  body: string | null;
  error: string | null;
  /** Milliseconds of the whole exchange, from before the name was looked up. */
  durationMs: number;
  /** The wait that the answer asked for in `Retry-After`, in seconds, as it was sent; null where it asked for none. */
  retryAfterSeconds: number | null;
};

export type Deliverer = {
  /** One signed POST, without redirects or retries. Never rejects: what went wrong is in the outcome. */
  deliver(delivery: Delivery): Promise<DeliveryOutcome>;
  close(): Promise<void>;
};

export type DelivererOptions = GuardOptions & {
  timeoutMs?: number;
  /** What names resolve to; the system's DNS when absent. */
  names?: Names;
  /** Is told why a name may not be called, which its caller must not learn. */
  logger?: Logger;
};

/** Signed POSTs to receivers on the internet, which may be hostile: public addresses only, one deadline, a capped answer. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { timeoutMs = deadlineMs, names = createNames() } = options;
  const connections = createConnections({ ...options, timeoutMs }, names);
  return {
    async deliver({ url, ...message }) {
      const startedMs = performance.now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      const inWords = (fault: unknown): string => (deadline.signal.aborted ? timedOut(timeoutMs) : faultInWords(fault));
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
