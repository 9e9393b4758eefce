import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { openConnection, type Connection } from './connection.ts';
import { AddressRefused, guardedLookup, type GuardOptions, isAllowedAddress } from './guard.ts';
import type { Names } from './names.ts';

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
export function createConnections(guard: GuardOptions & { timeoutMs: number }, names: Names): Connections {
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

function guardedConnector(guard: GuardOptions & { timeoutMs: number }, names: Names): buildConnector.connector {
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
