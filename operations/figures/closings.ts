import type { EntityManager } from '../../config/orm.ts';

/** Closings under way, and for how long the oldest has been. */
export type ClosingFigures = { pending: number; running: number; waiting: number; oldestSeconds: number };

/** The closings under way, of all offices. */
export async function readClosings(em: EntityManager): Promise<ClosingFigures> {
  const [row] = await em.execute<ClosingFigures[]>(
    `select count(*) filter (where status = 'PENDING')::int as "pending",
       count(*) filter (where status = 'RUNNING')::int as "running",
       count(*) filter (where waiting_for is not null)::int as "waiting",
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
     from closing where status in ('PENDING', 'RUNNING')`,
  );
  if (!row) throw new TypeError('an aggregate gave no row');
  return row;
}
