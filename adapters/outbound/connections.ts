import { isIP, type Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { AnswerTooLarge } from './fault-in-words.ts';
import { AddressRefused, guardedLookup, type GuardOptions, isAllowedAddress } from './guard.ts';
import type { ResolveName } from './host-names.ts';

export type Connections = {
  /** An idle connection to an origin, else a new one. Nobody else gets it until it is given back. */
  take(origin: string): Connection;
  /** A new connection. */
  open(origin: string): Connection;
  /** Keeps a connection for the next delivery to its origin, or closes one that cannot be used again. */
  giveBack(connection: Connection): void;
  close(): Promise<void>;
};

/** A connection older than this is not used again, so that a receiver whose DNS changes is followed. */
const oldestMs = 60_000;
/** How long one of several addresses may take to accept before the next is tried. */
const addressPatienceMs = 1_000;

/**
 * Connections to receivers, as many to one origin as are needed at once: a receiver that hangs delays only its own deliveries. The guard checks every
 * address before it is connected to.
 */
export function createConnections(guard: GuardOptions & { timeoutMs: number }, names: ResolveName): Connections {
  const connect = guardedConnector(guard, names);
  const idle = new Map<string, Connection[]>();
  const all = new Set<Connection>();

  const end = async (connection: Connection): Promise<void> => {
    all.delete(connection);
    const others = idle.get(connection.origin)?.filter((one) => one !== connection) ?? [];
    if (others.length === 0) idle.delete(connection.origin);
    else idle.set(connection.origin, others);
    await connection.end();
  };
  const open = (origin: string): Connection => {
    const connection = openConnection(origin, connect, () => {
      // An exchange notices by itself when its connection ends.
      if (idle.get(origin)?.includes(connection)) void end(connection);
    });
    all.add(connection);
    return connection;
  };
  return {
    open,
    take: (origin) => idle.get(origin)?.pop() ?? open(origin),
    giveBack(connection) {
      if (!connection.isUsable() || connection.ageMs() > oldestMs) return void end(connection);
      const others = idle.get(connection.origin);
      if (others) others.push(connection);
      else idle.set(connection.origin, [connection]);
    },
    async close() {
      await Promise.all([...all].map(end));
    },
  };
}

function guardedConnector(guard: GuardOptions & { timeoutMs: number }, names: ResolveName): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    lookup: guardedLookup(guard, names),
    timeout: guard.timeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressPatienceMs,
  });
  return (options, callback) => {
    // Sockets pass only names to the lookup, so an address in the URL is checked here.
    const isRefused = isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, guard);
    if (isRefused) callback(new AddressRefused(), null);
    else connect(options, callback);
  };
}

/** One socket to an origin, for one exchange at a time. */
export type Connection = {
  origin: string;
  client: Client;
  /** Must be called before each exchange. */
  begin(): void;
  /** Must be called when status and headers of the answer were read. */
  headIsRead(): void;
  /** Whether it carried an earlier exchange, so that the receiver may have closed it in between. */
  isReused(): boolean;
  /** Whether a byte came back since the current exchange began. */
  isAnswered(): boolean;
  /** Whether another exchange can follow on it. */
  isUsable(): boolean;
  /** Milliseconds since it was opened. */
  ageMs(): number;
  end(): Promise<void>;
};

/** Shorter than the 5 seconds after which many servers close an idle connection. */
const idleMs = 4_000;
/** Most bytes that are read of hints (1xx) and headers, and of a whole answer with its framing: many times what an answer needs. */
const headLimitBytes = 16 * 1024;
const wireLimitBytes = 256 * 1024;

/**
 * A connection that is opened with its first exchange.
 *
 * @param onClosed called when the receiver closed it, or it was idle too long
 */
function openConnection(origin: string, connect: buildConnector.connector, onClosed: () => void): Connection {
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
    // Our own limits act before undici's: undici reads a chunk to its end and makes an error for each header in it, which takes 300 ms.
    maxHeaderSize: 2 * wireLimitBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // The deliverer has one deadline for the whole exchange.
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
