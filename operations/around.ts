import type { EntityManager } from '../config/orm.ts';

/** What surrounds the work of a transaction within that transaction, as the claim of a request that may be repeated. */
export type Around<Result> = (em: EntityManager, work: () => Promise<Result>) => Promise<Result>;

/** Where nothing does. */
export function alone<Result>(_em: EntityManager, work: () => Promise<Result>): Promise<Result> {
  return work();
}
