import type { EntityManager } from '../../config/orm.ts';

/** Which rows of a list, from its beginning. */
export type Window = { limit: number; offset: number };

/**
 * A list as SQL: the condition of each of its parts with the values in it, and how many rows all have together. Parts share no row, and an
 * index holds each in the order of its ids.
 */
export type SqlList = { table: string; parts: { where: string; values: unknown[] }[]; total: number };

/**
 * Ids of one page, newest first, read from the nearer end of the list, because an index must be walked to where a page begins. `em` sees one
 * company (`inCompany`).
 */
export async function idsFromNearerEnd(em: EntityManager, list: SqlList, window: Window): Promise<string[]> {
  if (window.offset >= list.total) return [];
  const { sql, values, isNearEnd } = pageQuery(list, window);
  const ids = (await em.execute<{ id: string }[]>(sql, values)).map(({ id }) => id);
  return isNearEnd ? ids.reverse() : ids;
}

/** The query of a page that begins inside the list; `isNearEnd` when it answers the oldest first. */
export function pageQuery(
  { table, parts, total }: SqlList,
  { limit, offset }: Window,
): { sql: string; values: unknown[]; isNearEnd: boolean } {
  const wanted = Math.min(limit, total - offset);
  const after = total - offset - wanted;
  const isNearEnd = after < offset;
  const skipped = isNearEnd ? after : offset;
  // Ids are UUIDs of version 7: the newest is the greatest.
  const order = `order by id ${isNearEnd ? 'asc' : 'desc'} limit ?`;
  // Ordered and limited each, so that they are merged as they are read, never sorted.
  const each = parts.map(({ where }) => `(select id from ${table} where ${where} ${order})`);
  return {
    sql: `select id from (${each.join(' union all ')}) part ${order} offset ?`,
    values: [...parts.flatMap((part) => [...part.values, skipped + wanted]), wanted, skipped],
    isNearEnd,
  };
}
