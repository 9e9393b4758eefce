import type { RowRange } from './ordered-list.ts';

/** A page of a list; the first page is 1. */
export type Page = { page: number; pageSize: number };

/** The largest `int` of PostgreSQL, which the search functions take. */
const offsetAtMost = 2_147_483_647;

/** The whole list, for callers that read every row. */
export const wholeList: RowRange = { limit: offsetAtMost, offset: 0 };

/** A page as MikroORM and SQL take it. */
export function rowRangeOf({ page, pageSize }: Page): RowRange {
  return { limit: pageSize, offset: Math.min((page - 1) * pageSize, offsetAtMost) };
}
