import type { EntityManager } from '../../config/orm.ts';

/** Has the links of a company change one after another, until this transaction ends: requests, answers and ends that come at the same time. */
export async function lockLinks(em: EntityManager, companyId: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`links of ${companyId}`]);
}
