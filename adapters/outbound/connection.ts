import type { Socket } from 'node:net';
import { Client, type buildConnector } from 'undici';
import { AnswerTooLarge } from './fault-in-words.ts';

/** One socket to an origin, for one exchange at a time. */
export type Connection = {
  origin: string;
  client: Client;
  /** To be called before an exchange. */
  begin(): void;
  /** To be called when the status and the headers of its answer are there. */
  headIsRead(): void;
  /** Whether it carried an exchange before the present one, so that its receiver may have closed it in between. */
  isReused(): boolean;
  /** Whether anything came back since the present exchange began. */
  isAnswered(): boolean;
  /** Whether another exchange can follow on it. */
  isUsable(): boolean;
  /** Milliseconds since it was opened. */
  ageMs(): number;
  end(): Promise<void>;
};

/** Shorter than the 5 seconds after which many servers close. */
const idleMs = 4_000;
/** Most bytes read of hints (1xx) and headers, and of one answer with all its framing: many times what an answer needs. */
const headLimitBytes = 16 * 1024;
const wireLimitBytes = 256 * 1024;

/**
 * A connection that is made with its first exchange.
 *
 * @param onClosed called when the receiver or idleness closed it
 */
export function openConnection(origin: string, connect: buildConnector.connector, onClosed: () => void): Connection {
  const openedMs = performance.now();
  let exchanges = 0;
  let socket: Socket | undefined;
  let readBefore = 0;
  let parsedBytes = 0;
  let isHead = true;
  const bytes = (): number => (socket?.bytesRead ?? 0) - readBefore;
  const client = new Client(origin, {
    connect: (options, callback) =>
      connect(options, (...result) => {
        const [, opened] = result;
        if (opened) {
          socket = opened;
          readBefore = opened.bytesRead;
          parsedBytes = 0;
          opened.on('readable', () => {
            const isTooLarge = bytes() > wireLimitBytes || (isHead && parsedBytes > headLimitBytes);
            if (isTooLarge) opened.destroy(new AnswerTooLarge());
            parsedBytes = bytes();
          });
        }
        callback(...result);
      }),
    allowH2: false,
    pipelining: 1,
    // Our limits act first: undici would read a piece to its end and make an error for each header in it, which takes 300 ms.
    maxHeaderSize: 2 * wireLimitBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // The deliverer has one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  client.on('disconnect', onClosed);
  return {
    origin,
    client,
    begin() {
      exchanges += 1;
      readBefore = socket?.bytesRead ?? 0;
      parsedBytes = 0;
      isHead = true;
    },
    headIsRead() {
      isHead = false;
    },
    isReused: () => exchanges > 1,
    isAnswered: () => bytes() > 0,
    isUsable: () => client.stats.connected && client.stats.size === 0,
    ageMs: () => performance.now() - openedMs,
    end: () => client.destroy(),
  };
}
