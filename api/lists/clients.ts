import type { EntityManager } from '../../config/orm.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import type { ClientDocumentType } from '../../domain/clients/snapshot.ts';
import { type Page, pageOf, windowOf } from './page.ts';
import { plainDocument } from './plain-document.ts';
import { searchPattern } from './search-pattern.ts';
import { talliedTotal } from './total.ts';

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
  const window = windowOf(pageOf(query));
  const pattern = searchPattern(plainDocument(query.search ?? ''));
  const { state, documentType, isActive } = query;
  if (pattern === null) {
    const filter = Object.fromEntries(
      Object.entries({ state, documentType, isActive }).filter(([, value]) => value !== undefined),
    );
    const clients = await em.find(Client, filter, { orderBy: { id: 'desc' }, ...window });
    const total = await talliedTotal(em, 'client', { state, document_type: documentType, is_active: isActive });
    return { clients, total };
  }
  const [hit] = await em.execute<{ total: string; ids: string[] }[]>(
    'select total, ids from search_client(plain_text(?), ?, ?, ?, ?, ?)',
    [pattern, window.limit, window.offset, state ?? null, documentType ?? null, isActive ?? null],
  );
  const clients = await em.find(Client, { id: { $in: hit?.ids ?? [] } }, { orderBy: { id: 'desc' } });
  return { clients, total: Number(hit?.total ?? 0) };
}
