import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import { refuseAny } from '../../domain/faults.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { cleanText } from '../../domain/xml/clean-text.ts';
import { inOrderOf, newestFirst, type Window } from './ordered-list.ts';
import { type Page, windowOf } from './page.ts';
import { searchedPage, searchPattern } from './search.ts';
import { talliedPage } from './tally.ts';

/** What a list of products may be narrowed to. */
export type ProductQuery = { search?: string; code?: string };
type Found = { products: Product[]; total: number };

const productList = { table: 'product', listed: 'deleted_at is null', order: newestFirst };

/** One page of the company's products, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findProducts(em: EntityManager, query: ProductQuery, page: Page): Promise<Found> {
  const window = windowOf(page);
  const pattern = searchPattern(query.search ?? '');
  refuseAny(checkTexts(query.code, 'code'));
  const code = cleanText(query.code ?? '');
  if (code) return withCode(em, code, { pattern, window });
  const { ids, total } =
    pattern === null ? await talliedPage(em, productList, window) : await searchedPage(em, 'product', pattern, window);
  return { products: inOrderOf(ids, await em.find(Product, { id: { $in: ids } })), total };
}

/** One at most: codes are unique. */
async function withCode(
  em: EntityManager,
  code: string,
  { pattern, window }: { pattern: string | null; window: Window },
): Promise<Found> {
  const matches = pattern === null ? {} : { [raw('search_text like plain_text(?)', [pattern])]: [] };
  const [products, total] = await em.findAndCount(Product, { code, deletedAt: null, ...matches }, window);
  return { products, total };
}
