import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { type Page, pageOf, windowOf } from '../../api/lists/page.ts';
import { plainDocument } from './plain-document.ts';
import { searchPattern } from './search-pattern.ts';

type Query = Partial<Page> & { search?: string };

/** One page of the company's carriers, the newest first, and how many there are in all. They are few: no index is needed to search them. */
export function findCarriers(em: EntityManager, query: Query): Promise<[Carrier[], number]> {
  const pattern = searchPattern(plainDocument(query.search ?? ''));
  const found =
    pattern === null ? {} : { [raw(`plain_text(' ' || name || ' ' || document) like plain_text(?)`, [pattern])]: [] };
  return em.findAndCount(
    Carrier,
    { deletedAt: null, ...found },
    { orderBy: { id: 'desc' }, ...windowOf(pageOf(query)) },
  );
}
