import type { EntityManager } from '../../config/orm.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import type { ClientDocumentType } from '../../domain/clients/snapshot.ts';
import { type Page, pageOf, windowOf } from '../../api/lists/page.ts';
import { plainDocument } from './plain-document.ts';
import { searchPattern } from './search-pattern.ts';
import { talliedPage } from './tallied-page.ts';

/** What a list of clients may be narrowed to. */
export type ClientQuery = Partial<Page> & {
  search?: string;
  state?: string;
  documentType?: ClientDocumentType;
  isActive?: boolean;
};

/** One page of the company's clients, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findClients(
  em: EntityManager,
  query: ClientQuery,
): Promise<{ clients: Client[]; total: number }> {
  const { ids, total } = await pageOfIds(em, query);
  return { clients: await em.find(Client, { id: { $in: ids } }, { orderBy: { id: 'desc' } }), total };
}

async function pageOfIds(em: EntityManager, query: ClientQuery): Promise<{ ids: string[]; total: number }> {
  const window = windowOf(pageOf(query));
  const pattern = searchPattern(plainDocument(query.search ?? ''));
  const { state, documentType, isActive } = query;
  if (pattern === null) {
    return talliedPage(em, 'client', window, { state, document_type: documentType, is_active: isActive });
  }
  const [found] = await em.execute<{ total: string; ids: string[] }[]>(
    'select total, ids from search_client(plain_text(?), ?, ?, ?, ?, ?)',
    [pattern, window.limit, window.offset, state ?? null, documentType ?? null, isActive ?? null],
  );
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}
