import type { EntityManager } from '../../config/orm.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** An office in a list, with how many companies it has now and how many people have access to it. */
export type ListedOffice = {
  id: string;
  taxId: string;
  name: string;
  isSuspended: boolean;
  companies: number;
  people: number;
};

/**
 * One page of the offices that `em` sees, by name, and exactly how many match.
 *
 * @param search part of the name or the tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function findOffices(
  em: EntityManager,
  { search = '' }: { search?: string },
  page: Page,
): Promise<{ offices: ListedOffice[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const pattern = searchPattern(plainDocument(search));
  const rows = await em.execute<(ListedOffice & { total: number })[]>(
    `select o.id, o.tax_id as "taxId", o.name, o.suspended_at is not null as "isSuspended",
       (select count(*)::int from office_link l where l.office_id = o.id and l.status = 'ACTIVE') as companies,
       (select count(*)::int from membership m where m.office_id = o.id and m.ended_at is null) as people,
       count(*) over ()::int as total
     from office o
     where ?::text is null or plain_text(' ' || o.name || ' ' || o.tax_id) like plain_text(?)
     order by plain_text(o.name), o.id limit ? offset ?`,
    [pattern, pattern, limit, offset],
  );
  return { offices: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
