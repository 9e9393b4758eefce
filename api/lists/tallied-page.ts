import type { EntityManager } from '../../config/orm.ts';
import type { TalliedTable } from '../../domain/tally/tally.entity.ts';
import { type Facets, talliedTotal } from './total.ts';

/** Rows that lists show at all, which is what the tally counts. */
const listed: Record<TalliedTable, string> = { client: 'true', product: 'deleted_at is null' };

/**
 * Ids of one page, newest first, and exactly how many rows match. Ids alone, because an index holds them with all that is filtered by; and
 * from the nearer end of the list, because an index must be walked to where a page begins. `em` sees one company (`inCompany`).
 */
export async function talliedPage(
  em: EntityManager,
  table: TalliedTable,
  { limit, offset }: { limit: number; offset: number },
  facets: Facets = {},
): Promise<{ ids: string[]; total: number }> {
  const total = await talliedTotal(em, table, facets);
  const after = Math.max(total - offset - limit, 0);
  const isNearEnd = after < offset;
  const columns = Object.entries(facets).filter(([, value]) => value !== undefined);
  const conditions = columns.map(([column]) => `${column} = ?`);
  // Ids are UUIDs of version 7: the newest is the greatest.
  const rows = await em.execute<{ id: string }[]>(
    `select id from ${table} where ${[listed[table], ...conditions].join(' and ')}
     order by id ${isNearEnd ? 'asc' : 'desc'} limit ? offset ?`,
    [
      ...columns.map(([, value]) => value),
      ...(isNearEnd ? [Math.max(Math.min(limit, total - offset), 0), after] : [limit, offset]),
    ],
  );
  const ids = rows.map(({ id }) => id);
  return { total, ids: isNearEnd ? ids.reverse() : ids };
}
