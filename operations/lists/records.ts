import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import type { ClientDocumentType } from '../../domain/clients/client-input.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { refuseAny } from '../../domain/faults.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { cleanText } from '../../domain/xml/clean-text.ts';
import { inOrderOf, newestFirst, type RowRange } from './ordered-list.ts';
import { type Page, rowRangeOf } from './page.ts';
import { matchesSearch, plainDocument, searchedPage, searchPattern } from './search.ts';
import { talliedPage } from './tally.ts';

/** One page of the company's carriers, the newest first, and how many match. They are few, so that searching them needs no index. */
export function findCarriers(
  em: EntityManager,
  { search = '' }: { search?: string },
  page: Page,
): Promise<[Carrier[], number]> {
  const where = { deletedAt: null, ...matchesSearch(['name', 'document'], plainDocument(search)) };
  return em.findAndCount(Carrier, where, { orderBy: { id: 'desc' }, ...rowRangeOf(page) });
}

/** The filters of a list of clients. */
type ClientQuery = { search?: string; state?: string; documentType?: ClientDocumentType; isActive?: boolean };

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
  const range = rowRangeOf(page);
  const pattern = searchPattern(plainDocument(query.search ?? ''));
  const { state, documentType, isActive } = query;
  if (pattern === null) {
    return talliedPage(em, clientList, range, { state, document_type: documentType, is_active: isActive });
  }
  return searchedPage(em, 'client', pattern, range, [state ?? null, documentType ?? null, isActive ?? null]);
}

/** The filters of a list of products. */
type ProductQuery = { search?: string; code?: string };
type MatchingProducts = { products: Product[]; total: number };

const productList = { table: 'product', listed: 'deleted_at is null', order: newestFirst };

/** One page of the company's products, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findProducts(em: EntityManager, query: ProductQuery, page: Page): Promise<MatchingProducts> {
  const range = rowRangeOf(page);
  const pattern = searchPattern(query.search ?? '');
  refuseAny(checkTexts(query.code, 'code'));
  const code = cleanText(query.code ?? '');
  if (code) return withCode(em, code, { pattern, range });
  const { ids, total } =
    pattern === null ? await talliedPage(em, productList, range) : await searchedPage(em, 'product', pattern, range);
  return { products: inOrderOf(ids, await em.find(Product, { id: { $in: ids } })), total };
}

/** The product with a code; at most one, because codes are unique. */
async function withCode(
  em: EntityManager,
  code: string,
  { pattern, range }: { pattern: string | null; range: RowRange },
): Promise<MatchingProducts> {
  const matches = pattern === null ? {} : { [raw('search_text like plain_text(?)', [pattern])]: [] };
  const [products, total] = await em.findAndCount(Product, { code, deletedAt: null, ...matches }, range);
  return { products, total };
}
