import type { EntityManager, Orm } from '../../config/orm.ts';
import { inCompany, inOffice } from '../in-company.ts';

/** Whose endpoints they are. */
export type EndpointOwner = { company: { id: string } } | { office: { id: string } };

/** Runs `work` in one transaction that sees and writes only what is the owner's. */
export function inOwner<Result>(
  orm: Orm,
  owner: EndpointOwner,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return 'company' in owner ? inCompany(orm, owner.company.id, work) : inOffice(orm, owner.office.id, work);
}
