import type { EntityManager } from '../../config/orm.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import type { ClientDocumentType } from '../../domain/clients/snapshot.ts';
import { inOrderOf, newestFirst } from './ordered-list.ts';
import { type Page, windowOf } from './page.ts';
import { plainDocument, searchedPage, searchPattern } from './search.ts';
import { talliedPage } from './tally.ts';

/** What a list of clients may be narrowed to. */
export type ClientQuery = { search?: string; state?: string; documentType?: ClientDocumentType; isActive?: boolean };

const clientList = { table: 'client', listed: 'true', order: newestFirst };

/** One page of the company's clients, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findClients(
  em: EntityManager,
  query: ClientQuery,
  page: Page,
): Promise<{ clients: Client[]; total: number }> {
  const { ids, total } = await pageOfIds(em, query, page);
  return { clients: inOrderOf(ids, await em.find(Client, { id: { $in: ids } })), total };
}

async function pageOfIds(em: EntityManager, query: ClientQuery, page: Page): Promise<{ ids: string[]; total: number }> {
  const window = windowOf(page);
  const pattern = searchPattern(plainDocument(query.search ?? ''));
  const { state, documentType, isActive } = query;
  if (pattern === null) {
    return talliedPage(em, clientList, window, { state, document_type: documentType, is_active: isActive });
  }
  return searchedPage(em, 'client', pattern, window, [state ?? null, documentType ?? null, isActive ?? null]);
}
