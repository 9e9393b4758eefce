import type { EntityManager } from '../../config/orm.ts';
import { idsFromNearerEnd, type Window } from './nearer-end.ts';
import { type Facets, talliedTotal } from './total.ts';

/** Rows that lists show at all, which is what the tally counts. */
const listed = { client: 'true', product: 'deleted_at is null' } as const;

/**
 * Ids of one page, newest first, and exactly how many rows match. Ids alone, because an index holds them with all that is filtered by. `em`
 * sees one company (`inCompany`).
 */
export async function talliedPage(
  em: EntityManager,
  table: keyof typeof listed,
  window: Window,
  facets: Facets = {},
): Promise<{ ids: string[]; total: number }> {
  const total = await talliedTotal(em, table, facets);
  const columns = Object.entries(facets).filter(([, value]) => value !== undefined);
  const conditions = columns.map(([column]) => `${column} = ?`);
  const where = [listed[table], ...conditions].join(' and ');
  const list = { table, parts: [{ where, values: columns.map(([, value]) => value) }], total };
  return { total, ids: await idsFromNearerEnd(em, list, window) };
}
