import type { EntityManager } from '../../config/orm.ts';
import type { TalliedTable } from '../../domain/tally/tally.entity.ts';

/** Columns a list was filtered by, as the database counts them; what is undefined does not filter. */
export type Facets = {
  state?: string | undefined;
  document_type?: string | undefined;
  is_active?: boolean | undefined;
};

/** Exactly how many rows of the company there are, from the counts that the database keeps. `em` sees one company (`inCompany`). */
export async function talliedTotal(em: EntityManager, table: TalliedTable, facets: Facets = {}): Promise<number> {
  const [row] = await em.execute<{ total: number }[]>(
    `select coalesce(sum(rows), 0)::int as total from tally where table_name = ? and facets @> ?::jsonb`,
    [table, JSON.stringify(facets)],
  );
  return row?.total ?? 0;
}
