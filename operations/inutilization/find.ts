import type { EntityManager } from '../../config/orm.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/** One page of the company's ranges, newest first, and how many there are. */
export function findInutilizations(
  em: EntityManager,
  window: { limit: number; offset: number },
): Promise<[Inutilization[], number]> {
  return em.findAndCount(Inutilization, {}, { orderBy: { id: 'desc' }, ...window });
}

/** @throws NotFound */
export function findInutilization(em: EntityManager, id: string): Promise<Inutilization> {
  return findOrRefuse('inutilization', id, () => em.findOne(Inutilization, { id }));
}
