import { z } from 'zod';
import type { PoolState } from '../../adapters/metrics/pool-metrics.ts';
import type { Orm } from '../../config/orm.ts';

/** What the pool of the driver tells of itself; the project has no types of the driver. */
const pool = z.object({
  totalCount: z.number(),
  idleCount: z.number(),
  waitingCount: z.number(),
  options: z.object({ max: z.number() }),
});

/** How the connections of this process stand. */
export async function poolState(orm: Orm): Promise<PoolState> {
  const native: unknown = await orm.em.getConnection().getNativeClient();
  const { totalCount, idleCount, waitingCount, options } = pool.parse(native);
  return { open: totalCount, idle: idleCount, waiting: waitingCount, limit: options.max };
}
