import type { EventEmitter } from 'node:events';

/** A connection of the driver, as far as it matters here; the project has no types of the driver. */
export type PooledConnection = EventEmitter & {
  /** Of its backend at PostgreSQL. */
  processID: number;
  release(isBroken?: boolean): void;
  connection: { stream: { destroy(): void } };
};

type Pool = EventEmitter & { hands?: Hands };

/** In whose hands the connections of a pool are. */
export type Hands = {
  /** Those that work has taken and not given back yet. */
  held: Set<PooledConnection>;
  /** When one was taken or given back last, in milliseconds since 1970. */
  movedAt: number;
};

/**
 * Takes a connection that broke back from whoever holds it. The query builder below the ORM gives a connection back once the end of its
 * transaction has succeeded, and a broken one can do neither BEGIN nor COMMIT nor ROLLBACK: each would occupy its place for ever, until
 * the pool has none left.
 */
export function keepPool(pool: Pool): void {
  const hands: Hands = { held: new Set(), movedAt: Date.now() };
  pool.hands = hands;
  pool.on('acquire', (connection: PooledConnection) => {
    hands.movedAt = Date.now();
    hands.held.add(connection);
  });
  pool.on('release', (_error: unknown, connection: PooledConnection) => {
    hands.movedAt = Date.now();
    hands.held.delete(connection);
  });
  pool.on('connect', (connection: PooledConnection) => {
    connection.once('end', () => {
      if (!hands.held.has(connection)) return;
      connection.release(true);
      connection.release = () => {}; // the pool refuses a second time, which its holder may still ask for
    });
  });
}
