import type { EntityManager, Orm } from '../config/orm.ts';
import { everyCompany, tenantRole } from '../domain/companies/ownership.ts';

/**
 * Runs `work` in one transaction that sees and writes only `companyId`'s rows, by both walls: the ORM's filter and, for SQL that bypasses
 * it, row-level security in PostgreSQL.
 */
export function inCompany<Result>(
  orm: Orm,
  companyId: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const fork = orm.em.fork();
  fork.setFilterParams('company', { companyId });
  return fork.transactional(async (em) => {
    await em.execute(`select set_config('role', ?, true), set_config('lavra.company_id', ?, true)`, [
      tenantRole,
      companyId,
    ]);
    return work(em);
  });
}

/** A fresh view for work for all companies: worker, reconciliation, command line. */
export function acrossCompanies(orm: Orm): EntityManager {
  const fork = orm.em.fork();
  fork.setFilterParams('company', { companyId: everyCompany });
  return fork;
}
