import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { PoolState } from '../../adapters/metrics/process-metrics.ts';
import type { Logger } from '../../config/logger.ts';
import type { PoolUse, Orm, PooledConnection } from '../../config/orm.ts';
import type { PoolLine } from '../../config/pool-line.ts';
import { waitUnlessAborted } from '../wait-unless-aborted.ts';

type Connection = PooledConnection & {
  connect(): Promise<void>;
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
};

/** The driver's own figures of its pool, and who holds its connections (`config/orm.ts`). */
const pool = z.object({
  totalCount: z.number(),
  idleCount: z.number(),
  waitingCount: z.number(),
  options: z.custom<{ max: number }>(), // Taken as it is, because a copy would lack the password
  hands: z.custom<PoolUse>(),
  Client: z.custom<new (options: object) => Connection>(),
});
type Pool = z.infer<typeof pool>;

/** The state of this process's connections; reading it needs no database. */
export async function poolState(orm: Orm): Promise<PoolState> {
  const { totalCount, idleCount, waitingCount, options, hands } = await poolOf(orm);
  return { open: totalCount, idle: idleCount, waiting: waitingCount + hands.line.length, limit: options.max };
}

/** The line of work that waits for a connection of this process; it is the same object for the life of the process. */
export async function poolLineOf(orm: Orm): Promise<PoolLine> {
  return (await poolOf(orm)).hands.line;
}

export type PoolWatch = {
  /** Whether all connections are taken and no work gets one, although PostgreSQL answers and is busy for none of them. */
  isStuck: () => boolean;
  /** Resolves when the watch has ended; a database that is away does not end it. */
  over: Promise<void>;
};

export type WatchOptions = {
  logger: Logger;
  /** Ends the watch. */
  signal: AbortSignal;
  /** For how many milliseconds all connections may be taken, with none given back, before they are examined. */
  stillMs?: number;
  everyMs?: number;
};

const patienceMs = 2_000;

/**
 * Watches the pool of a process. Where nothing moves, PostgreSQL is asked over a connection outside the pool what it does for each taken
 * connection. Connections that PostgreSQL has lost (a network that broke silently), or that it does nothing for, are destroyed: nobody else would
 * give them back.
 */
export function watchPool(orm: Orm, { logger, signal, stillMs = 15_000, everyMs = 5_000 }: WatchOptions): PoolWatch {
  let isStuck = false;
  return { isStuck: () => isStuck, over: watching() };

  async function watching(): Promise<void> {
    while (await waitUnlessAborted(everyMs, signal)) {
      // `poolOf` opens a connection if the pool is not there yet.
      const forgotten = await poolOf(orm)
        .then((native) => forgottenIn(native, stillMs))
        .catch(() => []);
      const was = isStuck;
      isStuck = forgotten.length > 0;
      if (isStuck) logger.error('connections to the database are taken back', { count: forgotten.length });
      if (was && !isStuck) logger.info('work gets connections to the database again');
      for (const { connection } of forgotten) connection.stream.destroy();
    }
  }
}

/** The taken connections for which PostgreSQL does nothing, where all are taken and nothing moves; none where any is active. */
async function forgottenIn(native: Pool, stillMs: number): Promise<PooledConnection[]> {
  const { held, movedAt } = native.hands;
  if (held.size < native.options.max || Date.now() - movedAt < stillMs) return [];
  const connections = [...held];
  const states = await sessions(native, connections);
  const lost = connections.filter(({ processID }) => !states.has(processID));
  if (lost.length > 0) return lost;
  return connections.every(({ processID }) => states.get(processID) !== 'active') ? connections : [];
}

/** The state of these connections in PostgreSQL, by the process ids of their sessions. @throws where PostgreSQL does not answer in time */
async function sessions({ Client, options }: Pool, connections: PooledConnection[]): Promise<Map<number, string>> {
  const own = new Client(options);
  own.on('error', () => {});
  const late = new AbortController();
  const cut = setTimeout(patienceMs, undefined, { signal: late.signal, ref: false }).then(
    () => own.connection.stream.destroy(),
    () => {},
  );
  try {
    await own.connect();
    const { rows } = await own.query(
      `select pid, coalesce(state, '') as state from pg_stat_activity where pid = any($1)`,
      [connections.map(({ processID }) => processID)],
    );
    const read = z.array(z.object({ pid: z.number(), state: z.string() })).parse(rows);
    return new Map(read.map(({ pid, state }) => [pid, state]));
  } finally {
    late.abort();
    await cut;
    await own.end();
  }
}

async function poolOf(orm: Orm): Promise<Pool> {
  return pool.parse(await orm.em.getConnection().getNativeClient());
}
