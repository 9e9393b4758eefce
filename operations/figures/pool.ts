import type { PoolState } from '../../adapters/metrics/pool-metrics.ts';
import type { Orm } from '../../config/orm.ts';

/** How the connections of this process stand. */
export async function poolState(orm: Orm): Promise<PoolState> {
  const { totalCount, idleCount, waitingCount, options } = await orm.em.getConnection().getNativeClient();
  return { open: totalCount, idle: idleCount, waiting: waitingCount, limit: options.max };
}
