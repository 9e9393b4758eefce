import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The metrics registry of one process, with Node's own metrics (`process_`, `nodejs_`) and the version. */
export function createRegistry({
  process,
  version,
}: {
  process: 'api' | 'panel' | 'worker';
  version: string;
}): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: 'lavra_build_info',
    help: 'Which version of Lavra this process runs; always 1.',
    labelNames: ['process', 'version'],
    registers: [registry],
  });
  info.set({ process, version }, 1);
  return registry;
}

/** The database connections of a process: open ones, idle ones among them, and work that waits for one. */
export type PoolState = { open: number; idle: number; waiting: number; limit: number };

/** Gauges of the pool at each scrape, whether PostgreSQL answers or not; absent where the pool cannot be read. */
export function showPool(registry: Registry, read: () => Promise<PoolState>, isStuck: () => boolean): void {
  const registers = [registry];
  const shown = (gauge: { name: string; help: string }, valueOf: (pool: PoolState) => number): void => {
    new Gauge({
      ...gauge,
      registers,
      async collect() {
        const pool = await read().catch(() => null);
        if (pool) this.set(valueOf(pool));
        else this.remove();
      },
    });
  };
  shown(
    {
      name: 'lavra_database_connections_limit',
      help: 'Connections to the database that this process may open (DATABASE_POOL).',
    },
    ({ limit }) => limit,
  );
  shown(
    {
      name: 'lavra_database_waiting_requests',
      help: 'Work of this process that waits for a connection to the database.',
    },
    ({ waiting }) => waiting,
  );
  new Gauge({
    name: 'lavra_database_connections',
    help: 'Connections of this process to the database: at work, and idle.',
    labelNames: ['state'],
    registers,
    async collect() {
      const pool = await read().catch(() => null);
      if (!pool) return this.reset();
      this.set({ state: 'active' }, pool.open - pool.idle);
      this.set({ state: 'idle' }, pool.idle);
    },
  });
  new Gauge({
    name: 'lavra_database_pool_stuck',
    help: '1 where no work gets a connection to the database although PostgreSQL answers; GET /health is 503 then.',
    registers,
    collect() {
      this.set(isStuck() ? 1 : 0);
    },
  });
}
