import type { EntityManager, Orm } from '../../../config/orm.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/** Changes what no login of the product can change, with triggers disabled: as a broken disk, or a person with the owner's password. */
export function damage(orm: Orm, table: string, work: (em: EntityManager) => Promise<unknown>): Promise<void> {
  return acrossCompanies(orm).transactional(async (em) => {
    await em.execute(`alter table "${table}" disable trigger user`);
    await work(em);
    await em.execute(`alter table "${table}" enable trigger user`);
  });
}
