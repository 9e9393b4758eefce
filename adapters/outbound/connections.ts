import { isIP, type Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { AnswerTooLarge } from './fault-in-words.ts';
import { AddressRefused, guardedLookup, type GuardOptions, isAllowedAddress } from './guard.ts';
import type { ResolveName } from './names.ts';

export type Connections = {
  /** An idle connection to an origin, else a new one. It is the caller's alone until given back. */
  take(origin: string): Connection;
  /** A new connection. */
  open(origin: string): Connection;
  /** Keeps a connection for the next delivery to its origin, or ends it where it cannot be used again. */
  giveBack(connection: Connection): void;
  close(): Promise<void>;
};

/** After this a connection is not used again, so that a receiver that moves in DNS is followed. */
const oldestMs = 60_000;
/** How long one address of several may take to accept before the next is tried. */
const addressPatienceMs = 1_000;

/**
 * Connections to receivers, as many to an origin as are wanted at once: a receiver that hangs holds up only its own. The guard checks every
 * address before connecting.
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
      // The exchange itself notices the end of a connection in use.
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
    // Sockets look up only names, so an address written in the URL is checked here.
    const isRefused = isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, guard);
    if (isRefused) callback(new AddressRefused(), null);
    else connect(options, callback);
  };
}

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
