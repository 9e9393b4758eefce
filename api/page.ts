import { listView } from '../http/page.ts';
import type { Page } from '../operations/lists/page.ts';
import type { Schema } from './operations.ts';

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
