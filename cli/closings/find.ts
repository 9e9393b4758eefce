import type { Orm } from '../../config/orm.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findClosing } from '../../operations/closings/find-closings.ts';

/** A closing of whatever office. @throws NotFound */
export async function anyClosing(orm: Orm, id: string): Promise<Closing> {
  return findClosing(acrossCompanies(orm), id);
}

/** These closings of an office as they stand. @throws NotFound where one of them is not there */
export async function closingsOf(orm: Orm, { id: office }: Pick<Office, 'id'>, ids: string[]): Promise<Closing[]> {
  const where = { office, id: { $in: ids } };
  const found = await acrossCompanies(orm).find(Closing, where, { orderBy: { id: 'asc' } });
  if (found.length < new Set(ids).size) throw new NotFound('closing');
  return found;
}

/** Ids of what an office has under way. */
export async function idsUnderWay(orm: Orm, { id: office }: Pick<Office, 'id'>): Promise<string[]> {
  const where = { office, status: { $in: ['PENDING', 'RUNNING'] } } as const;
  return (await acrossCompanies(orm).find(Closing, where, { fields: ['id'] })).map(({ id }) => id);
}
