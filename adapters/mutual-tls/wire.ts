import type { Request } from '../../domain/conversation/authority.ts';
import { httpExchange, type RawAnswer } from './exchange.ts';
import { createPools, type PoolOptions, type TlsIdentity } from './pools.ts';
import { WireFault } from './wire-fault.ts';

export type { TlsIdentity };

export type WireOptions = Partial<Omit<PoolOptions, 'caBundle' | 'address'>> &
  Pick<PoolOptions, 'caBundle' | 'address'> & {
    /** Time limit of the whole exchange, from the wait for a connection to the last byte of the answer. */
    timeoutMs: number;
    maxAnswerBytes: number;
    /** A base address that is published as `from` and reached at `to`. */
    moved?: { from: string; to: string } | undefined;
  };

export type WireRequest = Request & {
  identity: TlsIdentity;
  /** Aborts the exchange, with the reason `cancelled`. */
  signal?: AbortSignal | undefined;
};

/** Sends messages to an authority over mutual TLS, as the company whose certificate is given. */
export function createWire(options: WireOptions) {
  const { moved } = options;
  const pools = createPools({
    connectTimeoutMs: Math.min(10_000, options.timeoutMs),
    maxConnections: 64,
    maxIdentities: 100,
    ...options,
  });

  const addressOf = (published: string): URL =>
    new URL(moved && published.startsWith(moved.from) ? moved.to + published.slice(moved.from.length) : published);

  return {
    /** The address at which a published address is reached. */
    addressOf,

    /**
     * Sends one message and returns the text of the answer. Nothing is retried here.
     *
     * @throws WireFault for whatever is not a complete answer with one of the statuses in `answers`
     */
    async say({
      method,
      url: published,
      content,
      answers,
      maxAnswerBytes = options.maxAnswerBytes,
      timeoutMs = options.timeoutMs,
      identity,
      signal,
    }: WireRequest): Promise<{ status: number; body: string }> {
      const url = addressOf(published);
      const { origin, pathname, search, host } = url;
      const answer = await httpExchange(
        pools.poolOf(url, identity),
        {
          origin,
          path: pathname + search,
          method,
          headers: content ? { 'content-type': content.type } : { accept: 'application/json' },
          body: content?.body ?? null,
        },
        { deadline: AbortSignal.timeout(Math.min(timeoutMs, options.timeoutMs)), cancellation: signal, maxAnswerBytes },
      );
      const text = decode(answer);
      if (answers.includes(answer.status)) return { status: answer.status, body: text };
      const reason = answer.status === 403 ? 'forbidden' : 'http_status';
      throw new WireFault(reason, true, { host, status: answer.status, answer: text });
    },

    /** Lets exchanges under way finish, then closes every connection. */
    close: () => pools.close(),
  };
}
export type Wire = ReturnType<typeof createWire>;

/** Reads UTF-8, as the layout demands; any other bytes as Latin-1, so that none is lost. */
function decode({ body }: RawAnswer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return body.toString('latin1');
  }
}

/** Splits an address without a scheme, as settings have it: `127.0.0.1:8443`, `[::1]:8443`. */
export function hostAndPort(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
