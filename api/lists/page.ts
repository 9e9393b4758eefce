import type { Schema } from '../operations.ts';

/** Which rows of a list are asked for. */
export type Page = { page: number; pageSize: number };

/** The page that a query asks for: the first 20 rows when it does not say. */
export function pageOf({ page = 1, pageSize = 20 }: Partial<Page>): Page {
  return { page, pageSize };
}

/** The largest `int` of PostgreSQL, which the search functions take. */
const offsetAtMost = 2_147_483_647;

/** A page as MikroORM and SQL take it. */
export function windowOf({ page, pageSize }: Page): { limit: number; offset: number } {
  return { limit: pageSize, offset: Math.min((page - 1) * pageSize, offsetAtMost) };
}

/** A list as the API answers it; `total` counts the matching rows of all pages. */
export function listView<Row>(
  data: Row[],
  total: number,
  { page, pageSize }: Page,
): { data: Row[]; meta: Schema<'PageMeta'> } {
  return { data, meta: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}
