import type { Page } from '../operations/lists/page.ts';
import type { Schema } from './operations.ts';

/** The page that a query asks for: the first 20 rows when it does not say. */
export function pageOf({ page = 1, pageSize = 20 }: Partial<Page>): Page {
  return { page, pageSize };
}

/** A list as the API returns it; `total` counts the matching rows of all pages. */
export function listView<Row>(
  data: Row[],
  total: number,
  { page, pageSize }: Page,
): { data: Row[]; meta: Schema<'PageMeta'> } {
  return { data, meta: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}

/** A page of documents, which says how many match in the environment that was not asked for. */
export function documentListView<Row>(
  data: Row[],
  { total, inOtherEnvironment }: { total: number; inOtherEnvironment: number },
  page: Page,
): { data: Row[]; meta: Schema<'FiscalDocumentListMeta'> } {
  const { meta } = listView(data, total, page);
  return { data, meta: { ...meta, inOtherEnvironment } };
}

/** A page of a synchronization, which goes on behind its cursor instead of on another page. */
export function syncView<Row>(
  data: Row[],
  { pageSize, nextCursor, hasMore }: { pageSize: number; nextCursor: string; hasMore: boolean },
): { data: Row[]; meta: Schema<'FiscalDocumentListMeta'> } {
  return { data, meta: { pageSize, nextCursor, hasMore, page: null, total: null, totalPages: null } };
}
