import type { EntityName } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import type { NewRecord } from './kind.ts';

/** Stores records of a company in one statement, without those that a unique index refuses. @returns the ids of those that it stored */
export async function storeMissing(
  em: EntityManager,
  entity: EntityName<object>,
  company: string,
  records: readonly NewRecord[],
): Promise<Set<string>> {
  const [createdAt, updatedAt] = [new Date(), new Date()];
  const rows = records.map((record) => ({ ...record, company, createdAt, updatedAt }));
  const stored = await em
    .createQueryBuilder(entity)
    .insert(rows)
    .onConflict()
    .ignore()
    .returning('id' as never)
    .execute<{ id: string }[]>('all');
  return new Set(stored.map(({ id }) => id));
}
