import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { checkTexts } from '../../domain/documents/text-check.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { refuseAny } from '../../domain/taxation/fault.ts';
import { cleanText } from '../../domain/xml/clean-text.ts';
import { type Page, pageOf, windowOf } from '../../api/lists/page.ts';
import { searchPattern } from './search-pattern.ts';
import { talliedPage } from './tallied-page.ts';

/** What a list of products may be narrowed to. */
export type ProductQuery = Partial<Page> & { search?: string; code?: string };
type Found = { products: Product[]; total: number };

const newestFirst = { orderBy: { id: 'desc' } } as const;

/** One page of the company's products, newest first, and exactly how many match. `em` sees one company (`inCompany`). */
export async function findProducts(em: EntityManager, query: ProductQuery): Promise<Found> {
  const window = windowOf(pageOf(query));
  const pattern = searchPattern(query.search ?? '');
  refuseAny(checkTexts(query.code, 'code'));
  const code = cleanText(query.code ?? '');
  if (code) return withCode(em, code, { pattern, window });
  if (pattern !== null) return searched(em, pattern, window);
  const { ids, total } = await talliedPage(em, 'product', window);
  return { products: await em.find(Product, { id: { $in: ids } }, newestFirst), total };
}

/** One at most: codes are unique. */
async function withCode(
  em: EntityManager,
  code: string,
  { pattern, window }: { pattern: string | null; window: ReturnType<typeof windowOf> },
): Promise<Found> {
  const matches = pattern === null ? {} : { [raw('search_text like plain_text(?)', [pattern])]: [] };
  const [products, total] = await em.findAndCount(Product, { code, deletedAt: null, ...matches }, window);
  return { products, total };
}

async function searched(em: EntityManager, pattern: string, window: ReturnType<typeof windowOf>): Promise<Found> {
  const [hit] = await em.execute<{ total: string; ids: string[] }[]>(
    'select total, ids from search_product(plain_text(?), ?, ?)',
    [pattern, window.limit, window.offset],
  );
  const products = await em.find(Product, { id: { $in: hit?.ids ?? [] } }, newestFirst);
  return { products, total: Number(hit?.total ?? 0) };
}
