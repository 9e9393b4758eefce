import type { EntityManager } from '../../config/orm.ts';
import { idsOfPage, type OrderedList, type RowRange } from './ordered-list.ts';

/** Values of the columns by which the tally of a table counts; undefined does not filter. */
export type Facets = Record<string, string | boolean | undefined>;

/** The rows of a list, which are those that its table's tally counts, and their order. */
export type TalliedList = Omit<OrderedList, 'parts'> & { listed: string };

/**
 * Ids of one page, and exactly how many rows match. It reads ids alone, because an index has them with every filtered column. `em` sees one company
 * (`inCompany`).
 */
export async function talliedPage(
  em: EntityManager,
  { listed, ...list }: TalliedList,
  range: RowRange,
  facets: Facets = {},
): Promise<{ ids: string[]; total: number }> {
  const total = await talliedTotal(em, list.table, facets);
  const columns = Object.entries(facets).filter(([, value]) => value !== undefined);
  const where = [listed, ...columns.map(([column]) => `${column} = ?`)].join(' and ');
  const parts = [{ where, values: columns.map(([, value]) => value) }];
  return { total, ids: await idsOfPage(em, { ...list, parts, total }, range) };
}

/** Exactly how many rows of the company match, from the counts of the database. `em` sees one company (`inCompany`). */
export async function talliedTotal(em: EntityManager, table: string, facets: Facets = {}): Promise<number> {
  const [row] = await em.execute<{ total: number }[]>(
    `select coalesce(sum(rows), 0)::int as total from tally where table_name = ? and facets @> ?::jsonb`,
    [table, JSON.stringify(facets)],
  );
  return row?.total ?? 0;
}

/** Rows with the same values in the counted columns, and how many they are. */
export type FacetGroup = { facets: Record<string, string | boolean | null>; rows: number };

/**
 * The groups of rows with these values, and how many rows each has, from the counts of the database. `em` sees one company (`inCompany`).
 *
 * @param by the columns that tell groups apart; all counted columns where absent
 */
export function talliedKinds(em: EntityManager, table: string, facets: Facets, by?: string[]): Promise<FacetGroup[]> {
  const kind = by
    ? `jsonb_build_object(${by.map((column) => `'${column}', facets -> '${column}'`).join(', ')})`
    : 'facets';
  return em.execute<FacetGroup[]>(
    `select ${kind} as facets, sum(rows)::int as rows from tally
     where table_name = ? and facets @> ?::jsonb group by 1 having sum(rows) > 0`,
    [table, JSON.stringify(facets)],
  );
}

/** The authorized documents of a day AAAA-MM-DD: how many, and their total. */
export type DayFigure = { day: string; notes: number; amount: string };

/**
 * The days with authorized documents, in order, from the counts of the database. `em` sees one company (`inCompany`).
 *
 * @param type restricts them to one type of document
 */
export function talliedDays(
  em: EntityManager,
  environment: string,
  { from, to }: { from: string; to: string },
  type?: string,
): Promise<DayFigure[]> {
  return em.execute<DayFigure[]>(
    `select day::text, sum(notes)::int as notes, sum(amount)::text as amount from day_tally
     where environment = ? and day between ?::date and ?::date and (?::text is null or type = ?)
     group by day having sum(notes) > 0 order by day`,
    [environment, from, to, type ?? null, type ?? null],
  );
}

/** How many rows some groups have together. */
export function sumOf(kinds: Pick<FacetGroup, 'rows'>[]): number {
  return kinds.reduce((sum, { rows }) => sum + rows, 0);
}
