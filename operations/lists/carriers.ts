import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { type Page, windowOf } from './page.ts';
import { plainDocument, searchPattern } from './search.ts';

/** One page of the company's carriers, the newest first, and how many there are in all. They are few: no index is needed to search them. */
export function findCarriers(
  em: EntityManager,
  { search = '' }: { search?: string },
  page: Page,
): Promise<[Carrier[], number]> {
  const pattern = searchPattern(plainDocument(search));
  const found =
    pattern === null ? {} : { [raw(`plain_text(' ' || name || ' ' || document) like plain_text(?)`, [pattern])]: [] };
  return em.findAndCount(Carrier, { deletedAt: null, ...found }, { orderBy: { id: 'desc' }, ...windowOf(page) });
}
