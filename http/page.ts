import type { Page } from '../operations/lists/page.ts';
import type { Schema } from './schema.ts';

/** The page that a query asks for; the first 20 rows by default. */
export function pageWithDefaults({ page = 1, pageSize = 20 }: Partial<Page>): Page {
  return { page, pageSize };
}

/** A list as it is answered; `total` counts the matching rows of all pages. */
export function listView<Row>(
  data: Row[],
  total: number,
  { page, pageSize }: Page,
): { data: Row[]; meta: Schema<'PageMeta'> } {
  return { data, meta: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}
