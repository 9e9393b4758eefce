import type { Client } from '@temporalio/client';
import type { JsonPage } from '../adapters/metrics/serve-metrics.ts';
import type { Orm } from '../config/orm.ts';
import { isDatabaseUp } from '../operations/database.ts';
import type { PoolWatch } from '../operations/figures/pool.ts';
import { installationOf } from '../operations/installations/installation.ts';
import { temporalState } from '../temporal/namespace.ts';

type HealthParts = {
  orm: Orm;
  pool: PoolWatch;
  client: Client;
  /** Whether the workers poll their queues. */
  work: { isUnderWay: boolean };
  version: string;
};

const patienceMs = 1_000;

/**
 * `/health` of the worker answers 503 where only a restart helps. `/health/ready` answers 503 while the worker cannot work, which ends by itself once
 * the database or Temporal is back.
 */
export function healthPages({ orm, pool, client, work, version }: HealthParts): Record<string, JsonPage> {
  return {
    '/health': async () => {
      const told = { version, uptime: process.uptime() };
      if (pool.isStuck()) return { status: 503, body: { status: 'error', reason: 'database_pool_stuck', ...told } };
      return { status: 200, body: { status: 'ok', ...told } };
    },
    '/health/ready': async () => {
      const [isUp, temporal] = await Promise.all([
        isDatabaseUp(orm),
        temporalState(client, { patienceMs, installation: () => installationOf(orm) }),
      ]);
      const isReady = isUp && temporal === 'up' && work.isUnderWay;
      const told = { status: isReady ? 'ok' : 'error', database: isUp ? 'up' : 'down', temporal };
      return { status: isReady ? 200 : 503, body: told };
    },
  };
}
